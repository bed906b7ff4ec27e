import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Admission, AdmissionRules, Caller, Priority } from '../lib/admission.ts';
import { timeLimits } from '../lib/time-limits.ts';
import { answerBusy } from './busy-answers.ts';
import { CSP_REPORTS_PATH } from './content-security-policy.ts';
import type { Drain } from './drain.ts';
import { procedureAt } from './trpc-route.ts';

/**
 * Limits of one process. About as many requests at once as keep ten database connections and one processor
 * busy: more would only wait. Reports leave two of the ten connections to others.
 */
export const admissionRules = (): AdmissionRules => ({
  kinds: {
    // Confirmations run in batches, two statements at a time: many load the database no more than a few, and
    // those of one link share one answer.
    apart: { atOnce: 400, waitLimitMs: timeLimits.room },
    first: { atOnce: 160, waitLimitMs: timeLimits.room },
    normal: { atOnce: 128, waitLimitMs: timeLimits.room },
    last: { atOnce: 8, waitLimitMs: timeLimits.roomAtDesk },
  },
  maxWaiting: 512,
  inOverload: { waitLimitMs: timeLimits.roomInOverload, maxWaiting: 32 },
  // More than a browser asks for at once.
  session: { atOnce: 16, waitLimitMs: timeLimits.turn, maxWaiting: 512, othersWithinMs: 1_000 },
  slowMs: timeLimits.slowAnswer,
  leastAtOnce: 24,
});

/**
 * Limits of connections. Those beyond `maxConnections` are closed at once, unread; an idle one costs some 10
 * kB, and a process serves far fewer event streams and idle browsers. A request sent byte by byte is cut off
 * 10 to 15 s after its first byte if the head is incomplete, 30 to 35 s if the body is. None of these ends an
 * event stream, which is an answer in progress.
 */
export const CONNECTION_LIMITS = {
  maxConnections: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 72_000,
};

const FILES = /^\/(?:assets|remotes)\/|^\/(?:remotes\.json|customer\/service-worker\.js)$/;
const PROBES = /^\/(?:health|ready|ledger)z$/;
/** A customer opens a link. */
const OPENING = /^(?:cashback|redemptions)\.confirm$/;
/** Money at the counter. */
const COUNTER = /^(?:cashback|redemptions)\.|^customers\.find$/;
/** Can wait until the merchant is quiet. */
const DESK = /^(?:reports|audit|setup|spend)\./;

const ORDER: readonly Priority[] = ['first', 'normal', 'last'];

/** Undefined: never shed. */
export function priorityOf(url: string): Priority | undefined {
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/trpc/')) return priorityOfCalls(path.slice('/trpc/'.length).split(','));
  if (PROBES.test(path) || FILES.test(path)) return undefined;
  if (path.startsWith('/files/') || path === CSP_REPORTS_PATH) return 'last';
  return path.startsWith('/api/v1/purchases') || path.startsWith('/api/v1/redemptions') ? 'first' : 'normal';
}

/** A batch has the priority of the call that can wait longest. */
function priorityOfCalls(names: string[]): Priority | undefined {
  // Not before other calls: a dialog without a stream asks a list instead.
  if (names.length === 1 && procedureAt(names[0] ?? '')?._def.type === 'subscription') return 'normal';
  if (names.length === 1 && OPENING.test(names[0] ?? '')) return 'apart';
  const orders = names.map((name) => (COUNTER.test(name) ? 0 : DESK.test(name) ? 2 : 1));
  return ORDER[Math.max(...orders)];
}

/** What frees the place of each request that has one. */
const leaving = new WeakMap<IncomingMessage, () => void>();

/** Frees the place of a request whose answer goes on: an event stream that stands only waits. */
export function freePlace(request: IncomingMessage): void {
  leaving.get(request)?.();
}

/** Fastify's handler, or the gate in front of it. */
type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface GateParts {
  limits: typeof CONNECTION_LIMITS;
  admission: Admission;
  drain: Drain;
  callerOf(request: IncomingMessage): Caller;
  requestId(request: IncomingMessage): string;
  onShed(what: Priority | 'connection' | 'one_caller'): void;
}

/**
 * The server below Fastify. Sheds load: a request without room is answered 503, or 429 where its caller's
 * own requests take it, before it is read, routed or looked up in the database, and money goes first. In
 * front of Fastify, so that shedding costs a fraction of serving.
 */
export function createGatedServer(handle: Handle, parts: GateParts): Server {
  const { maxConnections, ...limits } = parts.limits;
  // Fastify does not configure a server that it is given.
  const server = createServer(limits, gate(handle, parts));
  let open = 0;
  // Not Node's maxConnections: full processes on one port would pass a connection around for ever.
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open <= maxConnections) return;
    parts.onShed('connection');
    socket.destroy();
  });
  return server;
}

function gate(handle: Handle, { admission, drain, callerOf, requestId, onShed }: GateParts): Handle {
  return (request, response) => {
    const priority = priorityOf(request.url ?? '');
    if (priority === undefined) return handle(request, response);
    let isShed = false;
    const leave = admission.enter(priority, callerOf(request), (outcome) => {
      if (outcome === 'admitted') return handle(request, response);
      isShed = true;
      onShed(outcome === 'too_many' ? 'one_caller' : priority);
      answerBusy(request, response, { outcome, requestId: requestId(request), isLast: drain.isDraining() });
    });
    if (isShed) return leave();
    leaving.set(request, leave);
    const limit = setTimeout(leave, timeLimits.place);
    response.once('close', () => {
      clearTimeout(limit);
      leave();
    });
  };
}
