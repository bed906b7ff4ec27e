import { type Sale, slugOf, type TokenKind, tokenWriter } from '../population.ts';

/** What a telephone's browser sends when the customer's page confirms. */
const BROWSER_HEADERS = [
  'Accept: */*',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7',
  'Content-Type: application/json',
  'Sec-Fetch-Dest: empty',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Site: same-origin',
  'User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
].join('\r\n');

/** Each customer behind an address of their own, as the proxy in front would say. */
function addressOf(customer: number): string {
  return `10.${(customer >> 16) & 255}.${(customer >> 8) & 255}.${customer & 255}`;
}

/** Half of the merchants on the platform's host, half on a name of their own. */
function hostOf({ merchant }: Sale, port: number): string {
  return merchant % 2 === 0 ? `localhost:${port}` : `${slugOf(merchant)}.localhost:${port}`;
}

/** Writes the bytes of one POST to `cashback.confirm`. */
export function requestWriter(port: number, kind: TokenKind, tokenSecret: string): (sale: Sale) => Buffer {
  const writeToken = tokenWriter(kind, tokenSecret);
  return (sale) => {
    const host = hostOf(sale, port);
    const body = JSON.stringify({ token: writeToken(sale) });
    return Buffer.from(
      `POST /trpc/cashback.confirm HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
        `X-Forwarded-For: ${addressOf(sale.customer)}\r\n${BROWSER_HEADERS}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}
