import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type WorkerPool as QueueWorkers, runTaskList, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { createQueueLogger } from './job-log.ts';
import type { WorkerLease } from './worker-lease.ts';

export interface WorkerPoolOptions {
  tasks: TaskList;
  /** Number of jobs at once. */
  concurrency: number;
  /** How often to poll for retries and jobs enqueued for later; most new jobs are announced. */
  pollMs: number;
  /** On shutdown, how long a job may go on before its abort signal fires. */
  graceMs: number;
}

/** Workers that share tasks and database connections. Begins paused. */
export interface WorkerPool {
  /** Starts new workers; the present ones end with their jobs. */
  replace(): void;
  /** Takes no new job until resumed. */
  pause(): void;
  resume(): void;
  /** Takes no new job. Resolves when running jobs have ended. */
  end(): Promise<void>;
  /** Closes all connections, also those of running jobs. */
  close(): Promise<void>;
}

interface Workers {
  running: QueueWorkers;
  ids: string[];
}

interface Parts {
  pool: pg.Pool;
  lease: WorkerLease;
  log: ReturnType<typeof createQueueLogger>;
}

/**
 * Starts workers on a database pool of their own. They are replaced after failing to store a job's outcome.
 */
export function startWorkerPool(parts: Parts, options: WorkerPoolOptions): WorkerPool {
  const { pool, lease } = parts;
  const closeClients = trackClients(pool);
  let isOver = false;
  let workers: Workers | undefined;

  function start(): Workers {
    return startWorkers(parts, options, () => workerPool.replace());
  }

  const workerPool: WorkerPool = {
    replace() {
      if (isOver || !workers) return;
      const broken = workers;
      parts.log.warn('the workers are replaced');
      workers = start();
      void endWorkers(broken, lease);
    },
    pause() {
      const working = workers;
      workers = undefined;
      if (working) void endWorkers(working, lease);
    },
    resume() {
      if (!isOver) workers ??= start();
    },
    async end() {
      isOver = true;
      if (workers) await endWorkers(workers, lease);
    },
    async close() {
      closeClients();
      await pool.end();
    },
  };
  return workerPool;
}

function startWorkers(
  { pool, lease, log }: Parts,
  { tasks, concurrency, pollMs, graceMs }: WorkerPoolOptions,
  onBroken: () => void,
): Workers {
  const ids: string[] = [];
  const events = new EventEmitter();
  // Each idle worker adds a listener.
  events.setMaxListeners(0);
  events.once('worker:fatalError', onBroken);
  const holdLease = {
    name: 'HoldLeasePlugin',
    version: '1.0.0',
    worker: {
      hooks: {
        // Before its first job, so that a worker with a job always has a lease.
        startWorker: async (
          _context: unknown,
          { worker }: { worker: { workerId: string; workerPool: QueueWorkers } },
        ) => {
          ids.push(worker.workerId);
          await lease.hold(worker.workerId, worker.workerPool.abortSignal);
        },
      },
    },
  };
  const running = runTaskList(
    {
      logger: log,
      events,
      concurrency,
      pollInterval: pollMs,
      gracefulShutdownAbortTimeout: graceMs,
      // main.ts decides what a signal means.
      noHandleSignals: true,
      preset: { plugins: [holdLease] },
    },
    tasks,
    pool,
  );
  // Each job that waits for a remote server adds a listener.
  setMaxListeners(0, running.abortSignal);
  return { running, ids };
}

/** Ends workers after their jobs. The lease is dropped last, so that no running job is taken for dead. */
async function endWorkers({ running, ids }: Workers, lease: WorkerLease): Promise<void> {
  await running.gracefulShutdown();
  await lease.drop(ids).catch(() => undefined);
}

/** @returns a function that closes every open connection, also one in use */
function trackClients(pool: pg.Pool): () => void {
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void clients.add(client));
  pool.on('remove', (client) => void clients.delete(client));
  return () => {
    for (const client of clients) void (client as unknown as pg.Client).end().catch(() => undefined);
  };
}

/** A deadline that does not keep the process alive. */
export const unlessEarlier = (milliseconds: number) => wait(milliseconds, undefined, { ref: false });
