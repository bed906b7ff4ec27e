import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { App } from './context.ts';
import { createAccountGate, createDeliveryLocks } from './deliveries/delivery-limits.ts';
import { startCaretaker } from './jobs/caretaker.ts';
import { startCrew, unlessEarlier } from './jobs/crew.ts';
import { createQueueLogger } from './jobs/job-log.ts';
import { watchQueue } from './jobs/watch-queue.ts';
import { createWorkerLease, type WorkerLease } from './jobs/worker-lease.ts';
import { watchLedger } from './ledger/ledger-metrics.ts';
import { APP_ROLE, openPool, WORKER_ROLE } from './lib/database.ts';
import { withLogContext } from './lib/log.ts';
import { createOutboundTasks, createTasks } from './tasks.ts';
import type { TenancyOver } from './tenant.ts';

/** Jobs that work on the database alone. */
const INSIDE = {
  concurrency: 2,
  /** One listens for new jobs, one is the lease; the others do the work, so that no job takes one from the counter. */
  connections: 5,
};
/**
 * Jobs that wait for somebody else's server: many at once, most of the time without a connection. One connection listens; of
 * the others there are few, so that whatever receivers do, the counter shares the database with no more of them. What a
 * crash undoes is done again, with the same effect at the receiver; no commit waits for the disk beside the counter's.
 */
const OUTBOUND = { concurrency: 16, connections: 3 };

/** Nobody stands at a counter for a job, and a worker that cannot write down how its job ended has to be replaced. */
const CONNECTION_WAIT_MS = 5_000;

const DEFAULTS = {
  /** How often the queue is looked after; see startCaretaker. */
  everyMs: 10_000,
  silenceMs: 15_000,
  /** Between two attempts to get the lease back. */
  retryMs: 1_000,
  /** Until workers that cannot prove that they live are told to stop; well before anybody takes them for dead. */
  lostLimitMs: 8_000,
  /** How often a worker without a job asks for one. */
  pollMs: 2_000,
  /** Deliveries are not announced; asking costs the database a twentieth of a millisecond. */
  outboundPollMs: 1_000,
  /** What a job may still do when the process is told to stop, before its signal says so. */
  graceMs: 2_000,
  /** After that its connections are closed under it; another process takes over. */
  stopMs: 4_000,
};

export type JobOptions = Partial<typeof DEFAULTS> & {
  /** More tasks than the product's own, for tests. */
  tasks?: TaskList;
};

export interface Jobs {
  /** Takes no new job, lets those under way end, for a few seconds at most, and closes its connections. */
  stop(): Promise<void>;
}

/**
 * Works off jobs in this process until stopped. Returns at once and never throws: while the database is away or not
 * migrated it says so in the log and tries again.
 *
 * Two crews, so that nobody who waits for a provider holds up what the ledger needs. One lease says that all of them live,
 * and holds what deliveries lock: killed with the process, both are free at the same moment.
 */
export function startJobs(
  app: App,
  tenancyOver: TenancyOver,
  { tasks: extraTasks, ...given }: JobOptions = {},
): Jobs {
  const options = { ...DEFAULTS, ...given };
  const log = app.log.child({ part: 'jobs' });
  const queueLog = createQueueLogger(log);
  const { databaseUrl, databaseWorkerUrl } = app.env;
  const role = databaseWorkerUrl === undefined ? APP_ROLE : WORKER_ROLE;
  const open = (connections: number, isDurable: boolean) =>
    openPool(
      databaseWorkerUrl ?? databaseUrl,
      { connections, waitMs: CONNECTION_WAIT_MS, isDurable, role },
      (err) => log.warn({ err }, 'a connection was lost'),
    );
  const appOver = (pool: pg.Pool, isCourteous: boolean): App => ({
    ...app,
    log,
    tenancy: tenancyOver(pool, { isCourteous }),
  });
  const [inside, outside] = [open(INSIDE.connections, true), open(OUTBOUND.connections, false)];
  app.metrics?.watchPool('jobs', inside);
  app.metrics?.watchPool('deliveries', outside);
  const tenancy = tenancyOver(inside);
  if (app.metrics) {
    watchQueue(app.metrics, inside);
    watchLedger(app.metrics, tenancy);
  }
  const lease: WorkerLease = createWorkerLease(inside, {
    retryMs: options.retryMs,
    lostLimitMs: options.lostLimitMs,
    onLostForLong: () => {
      for (const crew of crews) crew.replace();
    },
  });
  const limits = {
    locks: createDeliveryLocks(() => lease.connection()),
    gate: createAccountGate(app.deliveryRules),
  };
  const crews = [
    startCrew(
      { pool: inside, lease, log: queueLog },
      {
        tasks: observed(app, { ...createTasks(appOver(inside, false)), ...extraTasks }),
        concurrency: INSIDE.concurrency,
        pollMs: options.pollMs,
        graceMs: options.graceMs,
      },
    ),
    startCrew(
      { pool: outside, lease, log: queueLog },
      {
        tasks: observed(app, createOutboundTasks(appOver(outside, true), limits)),
        concurrency: OUTBOUND.concurrency,
        pollMs: options.outboundPollMs,
        graceMs: options.graceMs,
      },
    ),
  ];
  const keepTime = (isRight: boolean) => {
    for (const crew of crews) isRight ? crew.resume() : crew.pause();
  };
  keepTime(app.processClock.isRight());
  const endKeepingTime = app.processClock.onChange(keepTime);
  const endCaretaker = startCaretaker({ lease, tenancy, log }, options);

  return {
    async stop() {
      endCaretaker();
      endKeepingTime();
      await Promise.race([Promise.all(crews.map((crew) => crew.end())), unlessEarlier(options.stopMs)]);
      lease.close();
      await Promise.race([Promise.all(crews.map((crew) => crew.close())), unlessEarlier(options.stopMs)]);
    },
  };
}

/** Every line that is logged for a job says which it is, and how it ended is counted. */
function observed({ metrics }: App, tasks: TaskList): TaskList {
  const observe = ([name, task]: [string, TaskList[string]]): [string, TaskList[string]] => [
    name,
    (payload, helpers) => {
      const { id, attempts, max_attempts: most } = helpers.job;
      return withLogContext({ task: name, jobId: id }, async () => {
        const startedAt = performance.now();
        const note = (outcome: 'done' | 'failed' | 'given_up') =>
          metrics?.observeJob({ task: name, outcome }, (performance.now() - startedAt) / 1_000);
        try {
          await task?.(payload, helpers);
          note('done');
        } catch (error) {
          note(attempts >= most ? 'given_up' : 'failed');
          throw error;
        }
      });
    },
  ];
  return Object.fromEntries(Object.entries(tasks).map(observe));
}
