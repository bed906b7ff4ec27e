import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
// biome-ignore lint/style/noRestrictedImports: a provider that answers late does so on purpose.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, type Checked, createContract, type Endpoint } from './contract.ts';
import { createMood } from './misbehavior.ts';
import { createTraffic } from './traffic.ts';

export interface FakeOptions {
  /** Default: any that is free. */
  port?: number;
  /** The keys that open an account; by default all that do not begin with 'wrong'. */
  accepts?: (key: string) => boolean;
  /** Delay of each answer. */
  answerAfterMs?: number;
}

export interface RecordedCall extends Call {
  key: string | undefined;
  at: Date;
}

export interface Answer {
  status: number;
  body?: object;
}

/** The particulars of a provider's fake. */
export interface FakeBehavior {
  endpoints: readonly Endpoint[];
  /** The prefix of all paths. */
  base: RegExp;
  errorType: string;
  /** Limits of one key: concurrent calls, and calls in any minute. */
  limits: { connections: number; callsPerMinute: number };
  answer(
    endpoint: Endpoint,
    parameters: Record<string, string>,
    call: RecordedCall & { key: string },
  ): Answer;
  refusals: {
    unauthorized(): Answer;
    notFound(): Answer;
    invalid(problems: string[]): Answer;
    tooMany(): Answer;
    broken(): Answer;
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = '<!doctype html><html><head><title>Just a moment</title></head><body>Checking…</body></html>';

const keyOf = ({ headers }: IncomingMessage) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];

/** An HTTP server that behaves as a provider does, towards any number of accounts, each known by its key. */
export async function startFake(behavior: FakeBehavior, options: FakeOptions) {
  const contract = createContract(behavior.endpoints);
  const requests: RecordedCall[] = [];
  const violations: string[] = [];
  const traffic = createTraffic();
  const mood = createMood();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = keyOf(request);
    const { mode, retryAfterSeconds } = mood.towards(key);
    if (mode === 'refuse') {
      request.socket.destroy();
      return;
    }
    const call = await read(request, behavior.base, key);
    requests.push(call);
    const checked = contract.check(call);
    violations.push(...checked.problems.map((problem) => `${call.method} ${call.path} ${problem}`));
    if (mode === 'hang') return;
    if (options.answerAfterMs) await sleep(options.answerAfterMs);
    if (mode === 'html200' || mode === 'forbidden403')
      response.writeHead(mode === 'html200' ? 200 : 403, { 'content-type': 'text/html' }).end(HTML);
    else if (mode === 'error500') write(response, behavior, behavior.refusals.broken());
    else if (mode === 'busy429') write(response, behavior, behavior.refusals.tooMany(), retryAfterSeconds);
    else if (mode === 'cut') writeHalf(response, answerTo(call, checked));
    else write(response, behavior, answerTo(call, checked));
  }

  function answerTo(call: RecordedCall, checked: Checked): Answer {
    const { limits, refusals } = behavior;
    const { key } = call;
    const accepts = options.accepts ?? ((one) => !one.startsWith('wrong'));
    if (key === undefined || !accepts(key)) return refusals.unauthorized();
    const { now, inLastMinute } = traffic.of(key);
    if (now > limits.connections || inLastMinute > limits.callsPerMinute) return refusals.tooMany();
    if (!checked.endpoint) return refusals.notFound();
    if (checked.problems.length > 0) return refusals.invalid(checked.problems);
    return behavior.answer(checked.endpoint, checked.parameters, { ...call, key });
  }

  const server = createServer((request, response) => {
    response.once('close', traffic.begin(keyOf(request)));
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every call that was received and not refused, oldest first. */
    requests,
    /** The deviations from the provider's published API. */
    violations,
    misbehave: mood.misbehave,
    /** Calls at once, with one key or with any: now, and at most so far. */
    connections: traffic.connections,
    /** Calls in the last minute, and in the busiest one so far. */
    ratePerMinute: traffic.ratePerMinute,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function write(
  response: ServerResponse,
  { errorType }: FakeBehavior,
  { status, body }: Answer,
  retryAfterSeconds?: number,
): void {
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
  response.statusCode = status;
  if (body) response.setHeader('content-type', status < 400 ? JSON_TYPE : errorType);
  response.end(body && JSON.stringify(body));
}

function writeHalf(response: ServerResponse, { status, body }: Answer): void {
  const content = JSON.stringify(body ?? {});
  response.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': content.length });
  response.write(content.slice(0, content.length / 2), () => response.destroy());
}

async function read(request: IncomingMessage, base: RegExp, key: string | undefined): Promise<RecordedCall> {
  const url = new URL(request.url ?? '/', 'http://fake');
  const body = await text(request);
  return {
    method: request.method ?? '',
    // A path without the base is no path of the API.
    path: base.test(url.pathname) ? url.pathname.replace(base, '') : `outside: ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: body === '' ? undefined : parse(body),
    key,
    at: new Date(),
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
