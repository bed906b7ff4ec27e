import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { App } from './context.ts';
import { createAccountGate, createDeliveryLocks } from './deliveries/delivery-limits.ts';
import { createQueueLogger } from './jobs/job-log.ts';
import { startReaper } from './jobs/reaper.ts';
import { watchQueue } from './jobs/watch-queue.ts';
import { createWorkerLease, type WorkerLease } from './jobs/worker-lease.ts';
import { startWorkerPool, unlessEarlier } from './jobs/worker-pool.ts';
import { watchLedger } from './ledger/ledger-metrics.ts';
import { APP_ROLE, openPool, WORKER_ROLE } from './lib/database.ts';
import { withLogContext } from './lib/log.ts';
import { createOutboundTasks, createTasks } from './tasks.ts';
import type { TenancyOver } from './tenant.ts';

/** Jobs that use the database alone. */
const INSIDE = {
  concurrency: 2,
  /**
   * One connection listens for new jobs, one holds the lease, the others work. The pool is separate, so
   * requests lose none.
   */
  connections: 5,
};
/**
 * Jobs that wait for remote servers: many at once, mostly without a connection. One connection listens; the
 * others are few, which bounds their load on the database whatever receivers do. Commits do not wait for the
 * disk: a crash repeats an attempt, with the same effect at the receiver.
 */
const OUTBOUND = { concurrency: 16, connections: 3 };

/**
 * Longer than a request's wait: no person waits, and a worker that cannot store its job's outcome must be
 * replaced.
 */
const CONNECTION_WAIT_MS = 5_000;

const DEFAULTS = {
  /** How often the reaper runs. */
  everyMs: 10_000,
  silenceMs: 15_000,
  /** Pause between two attempts to get the lease back. */
  retryMs: 1_000,
  /** Workers without a lease are replaced after this time, before `silenceMs` has them taken for dead. */
  lostLimitMs: 8_000,
  /** How often an idle worker polls for a job. */
  pollMs: 2_000,
  /** Deliveries are not announced; a poll costs the database 0.05 ms. */
  outboundPollMs: 1_000,
  /** On shutdown, how long a job may go on before its abort signal fires. */
  graceMs: 2_000,
  /** On shutdown, when connections of running jobs are closed; another process takes over. */
  stopMs: 4_000,
};

export type JobOptions = Partial<typeof DEFAULTS> & {
  /** Added to the product's own tasks, or in place of one; for tests. */
  tasks?: TaskList;
};

export interface Jobs {
  /** Takes no new job, waits a few seconds at most for running ones, and closes its connections. */
  stop(): Promise<void>;
}

/**
 * Runs jobs in this process until stopped. Returns at once and never throws: while the database is away or
 * not migrated it logs that and retries.
 *
 * Two worker pools, so that waiting for a provider never delays the ledger's jobs. One lease marks all
 * workers as alive and holds the locks of deliveries: if the process is killed, both are free at once.
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
  const appOver = (pool: pg.Pool, isYielding: boolean): App => ({
    ...app,
    log,
    tenancy: tenancyOver(pool, { isYielding }),
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
      for (const workerPool of workerPools) workerPool.replace();
    },
  });
  const limits = {
    locks: createDeliveryLocks(() => lease.connection()),
    gate: createAccountGate(app.deliveryRules),
  };
  const workerPools = [
    startWorkerPool(
      { pool: inside, lease, log: queueLog },
      {
        tasks: observed(app, { ...createTasks(appOver(inside, false)), ...extraTasks }),
        concurrency: INSIDE.concurrency,
        pollMs: options.pollMs,
        graceMs: options.graceMs,
      },
    ),
    startWorkerPool(
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
    for (const workerPool of workerPools) isRight ? workerPool.resume() : workerPool.pause();
  };
  keepTime(app.processClock.isRight());
  const endKeepingTime = app.processClock.onChange(keepTime);
  const endReaper = startReaper({ lease, tenancy, log }, options);

  return {
    async stop() {
      endReaper();
      endKeepingTime();
      await Promise.race([
        Promise.all(workerPools.map((workerPool) => workerPool.end())),
        unlessEarlier(options.stopMs),
      ]);
      lease.close();
      await Promise.race([
        Promise.all(workerPools.map((workerPool) => workerPool.close())),
        unlessEarlier(options.stopMs),
      ]);
    },
  };
}

/** Adds the job to each line logged for it, and counts outcomes. */
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
