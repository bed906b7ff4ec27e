export interface PostRequest {
  /** The procedure's name, such as `cashback.confirm`. */
  procedure: string;
  /** Host with its port. */
  host: string;
  /**
   * Requests of one number come from one address, as the proxy in front would say: the limits count by it.
   */
  address: number;
  /** The signed-in person's cookie; customers have none. */
  session?: string | undefined;
  input: object;
}

/** Headers that a telephone's browser sends from the product's pages. */
export const BROWSER_HEADERS = [
  'Accept: */*',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7',
  'Content-Type: application/json',
  'Sec-Fetch-Dest: empty',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Site: same-origin',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
].join('\r\n');

/** Writes the bytes of one POST, as a browser behind the proxy sends them. */
export function writePost({ procedure, host, address, session, input }: PostRequest): Buffer {
  const cookie = session === undefined ? '' : `Cookie: session=${session}\r\n`;
  const body = JSON.stringify(input);
  return Buffer.from(
    `POST /trpc/${procedure} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
      `X-Forwarded-For: 10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}\r\n` +
      `${cookie}${BROWSER_HEADERS}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
