// biome-ignore-all lint/suspicious/noExplicitAny: tests look into answers whose shape they know
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** tRPC over plain HTTP, with every header in the caller's hand. */
export interface CallOptions {
  /** GET for queries; POST by default. */
  method?: string;
  /** 'session=…', as `signUpMerchant` and `logIn` return it. */
  cookie?: string;
  /**
   * The caller's address, believed because the API under test trusts the loopback. Limits are counted per
   * address.
   */
  ip?: string;
  /** The Host header; the API's own address by default. */
  host?: string;
  /** 'same-origin' by default; null sends none. */
  secFetchSite?: string | null;
  origin?: string;
  /** Any other header, over the ones above. */
  headers?: Record<string, string>;
  /** Sent as it is in place of the JSON of `input`. */
  rawBody?: string | Buffer;
  /** Cuts the connection. */
  signal?: AbortSignal;
}

export interface RefusalBody {
  message: string;
  code: number;
  data: {
    code: string;
    httpStatus: number;
    refusal: string | null;
    fields: Record<string, string> | null;
  };
}

export interface Answer<Data = any> {
  status: number;
  /** The parsed JSON, or the text where it is not JSON. */
  body: any;
  /** `result.data` of a success. */
  data: Data;
  /** `error` of a refusal. */
  error: RefusalBody | undefined;
  headers: IncomingHttpHeaders;
}

export interface Subscription {
  /** The next message's data, skipping tRPC's own events; undefined once the server has ended the stream. */
  next<Data = any>(): Promise<Data | undefined>;
  close(): void;
}

export interface HttpClient {
  readonly url: string;
  /** `path` is the procedure's: 'cashback.issue'. */
  call<Data = any>(path: string, input?: unknown, options?: CallOptions): Promise<Answer<Data>>;
  query<Data = any>(path: string, input?: unknown, options?: CallOptions): Promise<Answer<Data>>;
  /** Opens an event stream; rejects when the answer is not one. */
  subscribe(path: string, input: unknown, options?: CallOptions): Promise<Subscription>;
  /** Any address of the server: '/healthz'. */
  fetch(address: string, options?: CallOptions & { input?: unknown }): Promise<Answer>;
  close(): void;
}

function headersOf(options: CallOptions, body: string | Buffer | undefined): Record<string, string> {
  const site = options.secFetchSite === undefined ? 'same-origin' : options.secFetchSite;
  return {
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...(site !== null && { 'sec-fetch-site': site }),
    ...(options.cookie !== undefined && { cookie: options.cookie }),
    ...(options.ip !== undefined && { 'x-forwarded-for': options.ip }),
    ...(options.host !== undefined && { host: options.host }),
    ...(options.origin !== undefined && { origin: options.origin }),
    ...options.headers,
  };
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  let body: any = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: the text itself is the answer.
  }
  return {
    status: response.statusCode ?? 0,
    body,
    data: body?.result?.data,
    error: body?.error,
    headers: response.headers,
  };
}

function subscriptionOf(response: IncomingMessage): Subscription {
  const lines = eventLines(response);
  return {
    async next() {
      let event = 'message';
      for (;;) {
        const { value: line, done } = await lines.next();
        if (done) return undefined;
        if (line === '') event = 'message';
        else if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:') && event === 'message') return JSON.parse(line.slice(5));
        else if (line.startsWith('data:') && event === 'return') return undefined;
        else if (line.startsWith('data:') && event === 'serialized-error') throw new Error(line.slice(5));
      }
    },
    close: () => void response.destroy(),
  };
}

async function* eventLines(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

export function createHttpClient(url: string): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 256 });
  const { hostname, port } = new URL(url);

  function send(address: string, options: CallOptions & { input?: unknown }): Promise<IncomingMessage> {
    const method = options.method ?? 'GET';
    const json = options.input === undefined ? undefined : JSON.stringify(options.input);
    const body = method === 'GET' ? undefined : (options.rawBody ?? json ?? '');
    return new Promise((resolve, reject) => {
      const { signal } = options;
      const outgoing = request(
        {
          hostname,
          port,
          path: address,
          method,
          agent,
          headers: headersOf(options, body),
          ...(signal && { signal }),
        },
        resolve,
      );
      outgoing.on('error', reject).end(body);
    });
  }

  function queryAddress(path: string, input: unknown): string {
    return `/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;
  }

  const client: HttpClient = {
    url,
    async call(path, input, options = {}) {
      const method = options.method ?? 'POST';
      const address = method === 'GET' ? queryAddress(path, input) : `/trpc/${path}`;
      return readAnswer(await send(address, { ...options, method, input }));
    },
    query: (path, input, options = {}) => client.call(path, input, { ...options, method: 'GET' }),
    async subscribe(path, input, options = {}) {
      const response = await send(queryAddress(path, input), {
        ...options,
        headers: { accept: 'text/event-stream', ...options.headers },
      });
      if (response.headers['content-type']?.startsWith('text/event-stream')) return subscriptionOf(response);
      throw new Error(`no event stream: ${JSON.stringify((await readAnswer(response)).body)}`);
    },
    fetch: async (address, options = {}) => readAnswer(await send(address, options)),
    close: () => agent.destroy(),
  };
  return client;
}

let networks = Math.floor(Math.random() * 2 ** 22);

/** An address in a /24 that no call has come from yet: limits are counted per address and per network. */
export function freshIp(): string {
  networks = (networks + 1) % 2 ** 22;
  return `${16 + (networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}.1`;
}
