import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../errors.ts';
import type { Admission, AdmissionRules, Priority } from '../lib/admission.ts';
import { procedureAt } from './trpc-route.ts';

/**
 * What one process takes on. At once: about what keeps ten database connections and one processor busy, and no more, for
 * beyond that everybody only waits. Reports leave two of the ten connections alone.
 */
export const ADMISSION_RULES: AdmissionRules = {
  kinds: {
    first: { atOnce: 160, patienceMs: 200 },
    normal: { atOnce: 128, patienceMs: 200 },
    last: { atOnce: 8, patienceMs: 1_500 },
  },
  maxWaiting: 512,
  impatienceMs: 50,
  slowMs: 250,
  leastAtOnce: 24,
};

/** After so long a request waits for somebody else, or sends a file, and takes up little of this process. */
const LONGEST_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;

const FILES = /^\/(?:assets|remotes)\/|^\/(?:remotes\.json|customer\/service-worker\.js)$/;
const PROBES = /^\/(?:health|ready|ledger)z$/;
/** Money at the counter and in the customer's hand. */
const COUNTER = /^(?:cashback|redemptions)\.|^customers\.find$/;
/** What can wait until the shop is quiet. */
const DESK = /^(?:reports|audit|spend)\./;

const ORDER: readonly Priority[] = ['first', 'normal', 'last'];

/** Undefined: never turned away. An event stream is not, because a browser that was refused one does not ask again. */
export function priorityOf(url: string): Priority | undefined {
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/trpc/')) return priorityOfCalls(path.slice('/trpc/'.length).split(','));
  if (PROBES.test(path) || FILES.test(path)) return undefined;
  if (path.startsWith('/files/')) return 'last';
  return path.startsWith('/api/v1/purchases') || path.startsWith('/api/v1/redemptions') ? 'first' : 'normal';
}

/** Of calls that came together the one that can wait longest decides. */
function priorityOfCalls(names: string[]): Priority | undefined {
  if (names.length === 1 && procedureAt(names[0] ?? '')?._def.type === 'subscription') return undefined;
  const orders = names.map((name) => (COUNTER.test(name) ? 0 : DESK.test(name) ? 2 : 1));
  return ORDER[Math.max(...orders)];
}

/**
 * Keeps the process quick when more is asked of it than it can do: what there is no room for is told 503 at once, before
 * anything is read or asked of the database, and money goes first.
 */
export function registerOverload(
  server: FastifyInstance,
  admission: Admission,
  onTurnedAway: (priority: Priority) => void,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    const priority = priorityOf(request.url);
    if (priority === undefined) return done();
    const leave = admission.enter(priority, (isAdmitted) => {
      if (isAdmitted) return done();
      onTurnedAway(priority);
      const refusal = new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      if (isCall(request.url)) return done(refusal);
      sendBusyPage(reply, refusal.message);
    });
    const limit = setTimeout(leave, LONGEST_MS);
    reply.raw.once('close', () => {
      clearTimeout(limit);
      leave();
    });
  });
}

const isCall = (url: string) => /^\/(?:trpc|api|files)\//.test(url);

/** A browser asks for the page again by itself. */
function sendBusyPage(reply: FastifyReply, sentence: string): void {
  reply
    .code(503)
    .header('retry-after', String(RETRY_AFTER_SECONDS))
    .header('refresh', String(RETRY_AFTER_SECONDS))
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(sentence);
}
