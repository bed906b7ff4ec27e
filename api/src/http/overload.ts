import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Admission, AdmissionRules, Priority } from '../lib/admission.ts';
import { answerBusy } from './busy-answers.ts';
import { CSP_REPORTS_PATH } from './content-security-policy.ts';
import type { Drain } from './drain.ts';
import { procedureAt } from './trpc-route.ts';

/**
 * What one process takes on. At once: about what keeps ten database connections and one processor busy, and no more, for
 * beyond that everybody only waits. Reports leave two of the ten connections alone.
 */
export const ADMISSION_RULES: AdmissionRules = {
  kinds: {
    // Each batch of confirmations is one statement, of which two run at a time: many of them keep no more of the database
    // busy than a few, and those of one link share one answer.
    apart: { atOnce: 400, patienceMs: 200 },
    first: { atOnce: 160, patienceMs: 200 },
    normal: { atOnce: 128, patienceMs: 200 },
    last: { atOnce: 8, patienceMs: 1_500 },
  },
  maxWaiting: 512,
  inCrowd: { patienceMs: 50, maxWaiting: 32 },
  slowMs: 250,
  leastAtOnce: 24,
};

/** After so long a request waits for somebody else, or sends a file, and takes up little of this process. */
const LONGEST_MS = 2_000;
/**
 * What a connection may cost. Beyond `maxConnections` one is closed at once, unread: some 10 kB each while idle, and far above the event streams
 * and idle browsers that a process serves. Who sends a request byte by byte is cut off 10 to 15 s after its first, the head;
 * or 30 to 35 s, the body. An event stream is an answer under way, and none of these ends it.
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
/** A customer's opening of a link. */
const OPENING = /^(?:cashback|redemptions)\.confirm$/;
/** Money at the counter. */
const COUNTER = /^(?:cashback|redemptions)\.|^customers\.find$/;
/** What can wait until the merchant is quiet. */
const DESK = /^(?:reports|audit|spend)\./;

const ORDER: readonly Priority[] = ['first', 'normal', 'last'];

/** Undefined: never turned away. An event stream is not, because a browser that was refused one does not ask again. */
export function priorityOf(url: string): Priority | undefined {
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/trpc/')) return priorityOfCalls(path.slice('/trpc/'.length).split(','));
  if (PROBES.test(path) || FILES.test(path)) return undefined;
  if (path.startsWith('/files/') || path === CSP_REPORTS_PATH) return 'last';
  return path.startsWith('/api/v1/purchases') || path.startsWith('/api/v1/redemptions') ? 'first' : 'normal';
}

/** Of calls that came together the one that can wait longest decides. */
function priorityOfCalls(names: string[]): Priority | undefined {
  if (names.length === 1 && procedureAt(names[0] ?? '')?._def.type === 'subscription') return undefined;
  if (names.length === 1 && OPENING.test(names[0] ?? '')) return 'apart';
  const orders = names.map((name) => (COUNTER.test(name) ? 0 : DESK.test(name) ? 2 : 1));
  return ORDER[Math.max(...orders)];
}

/** What comes before Fastify: whoever is let in goes on to it. */
type Handle = (request: IncomingMessage, response: ServerResponse) => void;

interface GateParts {
  limits: typeof CONNECTION_LIMITS;
  admission: Admission;
  drain: Drain;
  requestId(request: IncomingMessage): string;
  onTurnedAway(what: Priority | 'connection'): void;
}

/**
 * The server below Fastify. It keeps the process quick when more is asked of it than it can do: what there is no room for is told
 * 503 at once, before anything is read, routed or asked of the database, and money goes first. In front of Fastify, so that
 * sending somebody away costs a fraction of serving them.
 */
export function createGatedServer(handle: Handle, parts: GateParts): Server {
  const { maxConnections, ...limits } = parts.limits;
  // Fastify leaves a server that is made for it as it is: what it would have set stands here.
  const server = createServer(limits, gate(handle, parts));
  let open = 0;
  // Not Node's own maxConnections: with it full neighbors on one port hand a connection round for ever.
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open <= maxConnections) return;
    parts.onTurnedAway('connection');
    socket.destroy();
  });
  return server;
}

function gate(handle: Handle, { admission, drain, requestId, onTurnedAway }: GateParts): Handle {
  return (request, response) => {
    const priority = priorityOf(request.url ?? '');
    if (priority === undefined) return handle(request, response);
    let isTurnedAway = false;
    const leave = admission.enter(priority, (isAdmitted) => {
      if (isAdmitted) return handle(request, response);
      isTurnedAway = true;
      onTurnedAway(priority);
      answerBusy(request, response, { requestId: requestId(request), isLast: drain.isDraining() });
    });
    if (isTurnedAway) return;
    const limit = setTimeout(leave, LONGEST_MS);
    response.once('close', () => {
      clearTimeout(limit);
      leave();
    });
  };
}
