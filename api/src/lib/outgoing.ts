import { isIP, type LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { Dns } from './dns.ts';
import { isPublicAddress } from './public-address.ts';
import { withDeadline } from './with-deadline.ts';

export interface OutgoingRequest {
  url: URL;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: string | undefined;
  /** Host (with port) the call may go to, asserted after the URL was built. */
  host: string;
  /** Refuse addresses that are not on the public internet, checked at the moment of connecting. */
  publicOnly?: boolean;
}

export interface OutgoingAnswer {
  status: number;
  contentType: string;
  retryAfterSeconds: number | undefined;
  text: string;
}

/** Makes one call. Throws OutgoingFailure where there is no answer. */
export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

/** 'refused': there was no connection, so nothing was sent. 'timeout' and 'cut': the outcome is unknown. */
export type OutgoingFailureKind =
  | 'refused'
  | 'timeout'
  | 'cut'
  | 'too_large'
  | 'redirected'
  | 'forbidden_address'
  | 'wrong_host';

/**
 * Failure of a call: no answer, or one that is not accepted. Its message repeats nothing that was sent or
 * received.
 */
export class OutgoingFailure extends Error {
  readonly kind: OutgoingFailureKind;

  constructor(kind: OutgoingFailureKind, options?: ErrorOptions) {
    super(`an outgoing call failed: ${kind}`, options);
    this.kind = kind;
  }
}

/** Time limit of a whole call, from the name's address to the last byte. */
const TIME_LIMIT_MS = 10_000;
const CONNECT_LIMIT_MS = 5_000;
const SIZE_LIMIT_BYTES = 1_000_000;
const USER_AGENT = 'cashback-platform/1';

interface OutgoingOptions {
  /** Origins that are called although they are private or not https, such as http://127.0.0.1:4000. */
  exceptions: readonly string[];
  /** Resolver of names whose addresses must be public. */
  dns: Pick<Dns, 'everyAddress'>;
  timeLimitMs?: number;
}

/**
 * The one way out of the process over HTTP: ten seconds and a megabyte at most, no redirects, no cookies, and
 * only to the host that the caller names.
 */
export function createOutgoing(options: OutgoingOptions): Outgoing & { close(): Promise<void> } {
  const exceptions = new Set(options.exceptions);
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS;
  let agents: ReturnType<typeof openAgents> | undefined;

  async function outgoing(request: OutgoingRequest): Promise<OutgoingAnswer> {
    assertHost(request);
    const mustBePublic = request.publicOnly === true && !exceptions.has(request.url.origin);
    if (mustBePublic) assertPublic(request.url);
    agents ??= openAgents(options.dns);
    const { toKnownHosts, toPublicHosts } = await agents;
    const agent = mustBePublic ? toPublicHosts : toKnownHosts;
    const giveUp = new AbortController();
    try {
      const late = () => new OutgoingFailure('timeout');
      return await withDeadline(send(agent, request, giveUp.signal), timeLimitMs, late);
    } catch (error) {
      giveUp.abort();
      throw failureOf(error);
    }
  }

  return Object.assign(outgoing, {
    async close() {
      for (const agent of Object.values((await agents) ?? {})) await agent.destroy();
    },
  });
}

/**
 * Opens two agents, so that a connection made for one kind of call never carries the other. Loads the library
 * with the first call, because loading it delays a start.
 */
async function openAgents(dns: OutgoingOptions['dns']) {
  const undici = await import('undici');
  return {
    toKnownHosts: agentWith(undici, {}),
    toPublicHosts: agentWith(undici, { lookup: publicLookup(dns) }),
  };
}

/** Makes an agent that marks failures before a connection apart from those on one. */
function agentWith(
  { Agent, buildConnector }: Pick<typeof import('undici'), 'Agent' | 'buildConnector'>,
  how: { lookup?: LookupFunction },
): Agent {
  const connect = buildConnector({ ...how, timeout: CONNECT_LIMIT_MS });
  return new Agent({
    maxResponseSize: SIZE_LIMIT_BYTES,
    connect: (target, callback) =>
      connect(target, (error, socket) => {
        if (!error) callback(null, socket);
        else if (error instanceof OutgoingFailure) callback(error, null);
        else callback(new OutgoingFailure('refused', { cause: error }), null);
      }),
  });
}

/** Every address is judged, and the connection is made to none but those. */
function publicLookup(dns: OutgoingOptions['dns']): LookupFunction {
  return (hostname, { all }, callback) => {
    const judged = dns.everyAddress(hostname).then((addresses) => {
      if (!addresses.every(isPublicAddress)) throw new OutgoingFailure('forbidden_address');
      const [first, ...others] = addresses.map((address) => ({ address, family: isIP(address) }));
      if (!first) throw new OutgoingFailure('refused');
      return { first, others };
    });
    judged.then(
      ({ first, others }) =>
        all ? callback(null, [first, ...others]) : callback(null, first.address, first.family),
      (error: Error) => callback(error, ''),
    );
  };
}

function assertHost({ url, host }: OutgoingRequest): void {
  const isWhole = url.host === host && url.username === '' && url.password === '';
  if (!isWhole || !/^https?:$/.test(url.protocol)) throw new OutgoingFailure('wrong_host');
}

/** Refuses an address written in the place of a name: it is never resolved, so it is judged here. */
function assertPublic(url: URL): void {
  const bare = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol !== 'https:' || (isIP(bare) !== 0 && !isPublicAddress(bare)))
    throw new OutgoingFailure('forbidden_address');
}

async function send(agent: Agent, request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
  const { url, method, headers, body = null } = request;
  const {
    statusCode,
    headers: answered,
    body: content,
  } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { 'user-agent': USER_AGENT, ...headers },
    body,
    signal,
  });
  if (statusCode >= 300 && statusCode < 400) {
    content.on('error', () => undefined).destroy();
    throw new OutgoingFailure('redirected');
  }
  return {
    status: statusCode,
    contentType: String(answered['content-type'] ?? ''),
    retryAfterSeconds: secondsUntil(answered['retry-after']),
    text: await content.text(),
  };
}

/** Retry-After: a number of seconds, or a date. */
function secondsUntil(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function failureOf(error: unknown): unknown {
  if (error instanceof OutgoingFailure) return error;
  const { code } = error as { code?: string };
  // An invalid header, for example: the caller is at fault, not the receiver.
  if (code === 'UND_ERR_INVALID_ARG') return error;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new OutgoingFailure('too_large', { cause: error });
  return new OutgoingFailure('cut', { cause: error });
}
