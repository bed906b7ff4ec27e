import { EventEmitter, setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { createQueueLogger } from './job-log.ts';
import type { WorkerLease } from './worker-lease.ts';

export interface CrewOptions {
  tasks: TaskList;
  /** Jobs at once. */
  concurrency: number;
  /** Retries and jobs of a later hour are found by asking; new ones are announced, where they are. */
  pollMs: number;
  /** What a job may still do when the process is told to stop, before its signal says so. */
  graceMs: number;
}

/** Workers that share tasks and connections. */
export interface Crew {
  /** Others take their place; these end with their jobs. */
  replace(): void;
  /** Takes no new job until it is resumed. It begins paused. */
  pause(): void;
  resume(): void;
  /** Takes no new job and resolves when those under way have ended. */
  end(): Promise<void>;
  /** Closes every connection, whatever runs on it. */
  close(): Promise<void>;
}

interface Workers {
  workerPool: WorkerPool;
  ids: string[];
}

interface Parts {
  pool: pg.Pool;
  lease: WorkerLease;
  log: ReturnType<typeof createQueueLogger>;
}

/** Starts workers on a pool of their own. A worker that could not even write down how its job ended is replaced. */
export function startCrew(parts: Parts, options: CrewOptions): Crew {
  const { pool, lease } = parts;
  const closeClients = trackClients(pool);
  let isOver = false;
  let workers: Workers | undefined;

  function start(): Workers {
    return startWorkers(parts, options, () => crew.replace());
  }

  const crew: Crew = {
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
  return crew;
}

function startWorkers(
  { pool, lease, log }: Parts,
  { tasks, concurrency, pollMs, graceMs }: CrewOptions,
  onBroken: () => void,
): Workers {
  const ids: string[] = [];
  const events = new EventEmitter();
  // One listener for each worker that waits for a job.
  events.setMaxListeners(0);
  events.once('worker:fatalError', onBroken);
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
  const workerPool = runTaskList(
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
  // One listener for each job that waits for somebody else.
  setMaxListeners(0, workerPool.abortSignal);
  return { workerPool, ids };
}

/** Ends workers when their jobs have. Only then nobody vouches for them any more, and what they still hold is released. */
async function endWorkers({ workerPool, ids }: Workers, lease: WorkerLease): Promise<void> {
  await workerPool.gracefulShutdown();
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

/** Keeps no process alive. */
export const unlessEarlier = (milliseconds: number) => wait(milliseconds, undefined, { ref: false });
