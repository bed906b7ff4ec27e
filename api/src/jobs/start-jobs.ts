import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { App } from '../context.ts';
import { openPool } from '../lib/database.ts';
import type { Tenancy } from '../tenant.ts';
import { startCaretaker } from './caretaker.ts';
import { createQueueLogger } from './job-log.ts';
import { createTasks } from './tasks.ts';
import { createWorkerLease, type WorkerLease } from './worker-lease.ts';

const CONCURRENT_JOBS = 2;
/** One listens for new jobs, one is the lease; the others do the work, so that no job takes one from the counter. */
const CONNECTIONS = CONCURRENT_JOBS + 3;

const DEFAULTS = {
  /** How often the queue is looked after; see startCaretaker. */
  everyMs: 10_000,
  silenceMs: 15_000,
  /** Between two attempts to get the lease back. */
  retryMs: 1_000,
  /** Until workers that cannot prove that they live are told to stop; well before anybody takes them for dead. */
  lostLimitMs: 8_000,
  /** Retries and jobs of a later hour are found by asking; new ones are announced. */
  pollMs: 2_000,
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
 */
export function startJobs(
  app: App,
  tenancyOver: (pool: pg.Pool) => Tenancy,
  { tasks: extraTasks, ...given }: JobOptions = {},
): Jobs {
  const options = { ...DEFAULTS, ...given };
  const log = app.log.child({ part: 'jobs' });
  const pool = openPool(app.env.databaseUrl, CONNECTIONS, (err) =>
    log.warn({ err }, 'a connection was lost'),
  );
  const closeClients = trackClients(pool);
  const tasks = { ...createTasks({ ...app, log, tenancy: tenancyOver(pool) }), ...extraTasks };
  const lease: WorkerLease = createWorkerLease(pool, {
    retryMs: options.retryMs,
    lostLimitMs: options.lostLimitMs,
    onLostForLong: () => replaceWorkers(),
  });
  const start = () =>
    startWorkers({ pool, tasks, lease, options, logger: createQueueLogger(log), onBroken: replaceWorkers });
  let isStopping = false;
  let workers = start();
  // A worker that could not even write down how its job ended gives up; others take its place.
  function replaceWorkers(): void {
    if (isStopping) return;
    const broken = workers;
    log.warn('the workers are replaced');
    workers = start();
    void end(broken, lease);
  }
  const endCaretaker = startCaretaker({ lease, clock: app.clock, log }, options);

  return {
    async stop() {
      isStopping = true;
      endCaretaker();
      await Promise.race([end(workers, lease), unlessEarlier(options.stopMs)]);
      lease.close();
      closeClients();
      await Promise.race([pool.end(), unlessEarlier(options.stopMs)]);
    },
  };
}

interface Workers {
  pool: WorkerPool;
  ids: string[];
}

function startWorkers(parts: {
  pool: pg.Pool;
  tasks: TaskList;
  lease: WorkerLease;
  options: typeof DEFAULTS;
  logger: ReturnType<typeof createQueueLogger>;
  onBroken: () => void;
}): Workers {
  const { lease, options } = parts;
  const ids: string[] = [];
  const events = new EventEmitter();
  events.once('worker:fatalError', () => parts.onBroken());
  const holdLease = {
    name: 'HoldLeasePlugin',
    version: '1.0.0',
    worker: {
      hooks: {
        // Before its first job: from then on a worker that holds one can be told dead from alive.
        startWorker: async (
          _context: unknown,
          { worker }: { worker: { workerId: string; workerPool: WorkerPool } },
        ) => {
          ids.push(worker.workerId);
          await lease.hold(worker.workerId, worker.workerPool.abortSignal);
        },
      },
    },
  };
  const pool = runTaskList(
    {
      logger: parts.logger,
      events,
      concurrency: CONCURRENT_JOBS,
      pollInterval: options.pollMs,
      gracefulShutdownAbortTimeout: options.graceMs,
      // main.ts decides what a signal means.
      noHandleSignals: true,
      preset: { plugins: [holdLease] },
    },
    parts.tasks,
    parts.pool,
  );
  return { pool, ids };
}

const unlessEarlier = (milliseconds: number) => wait(milliseconds, undefined, { ref: false });

/** Ends workers when their jobs have. Only then nobody vouches for them any more, and what they still hold is released. */
async function end({ pool, ids }: Workers, lease: WorkerLease): Promise<void> {
  await pool.gracefulShutdown();
  await lease.drop(ids).catch(() => undefined);
}

/** @returns a function that closes every open connection, whatever runs on it */
function trackClients(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  return () => {
    for (const client of clients) void (client as unknown as pg.Client).end().catch(() => undefined);
  };
}
