import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** One request with nothing added by a client: the tests decide on every header and every byte. */
export interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The answer as it came over the wire, for the search for another merchant's data. */
export interface RawAnswer {
  status: number;
  text: string;
  headers: IncomingHttpHeaders;
}

/** An event stream that stays open is read until its first message or error. */
const FIRST_EVENT = /event: (?:serialized-error|return)\ndata: .*\n\n|(?:^|\n\n)data: .*\n/;

async function read(response: IncomingMessage): Promise<RawAnswer> {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (isStream && FIRST_EVENT.test(text)) break;
  }
  return { status: response.statusCode ?? 0, text, headers: response.headers };
}

/** Sends requests to one server over kept-alive connections. Rejects where the server cuts the connection. */
export function createRawClient(url: string): {
  ask(address: string, options?: RawRequest): Promise<RawAnswer>;
  close(): void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);
  async function send(
    address: string,
    options: RawRequest,
    connections: Agent | false,
  ): Promise<IncomingMessage> {
    const { method = 'GET', headers = {}, body } = options;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    return await new Promise((resolve, reject) => {
      const outgoing = request(
        { hostname, port, agent: connections, path: address, method, headers: { ...length, ...headers } },
        resolve,
      );
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close a kept connection in the moment it is used again; then nothing was read of
        // this.
        const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET';
        if (isStale) send(address, options, false).then(resolve, reject);
        else reject(error);
      });
      outgoing.end(body);
    });
  }

  return {
    ask: async (address, options = {}) => await read(await send(address, options, agent)),
    close: () => agent.destroy(),
  };
}

/** An answer's headers without those that are another's in each answer, whatever was asked. */
export function comparableHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return rest;
}

/** The headers with which the product's own pages change something. */
export const OWN_PAGE = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' } as const;

/** '/trpc/customers.find?input=…' */
export function queryAddress(path: string, input: unknown): string {
  return `/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;
}
