import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { inTurn } from '../lib/database.ts';
import { markAlive, unmarkAlive } from './jobs.sql.ts';

/**
 * Proof that this process's workers are alive: one connection holds an advisory lock for each. PostgreSQL
 * drops the locks when the connection ends, so a killed process is known to be dead without comparing clocks.
 */
export interface WorkerLease {
  /** Marks a worker as alive until dropped. Resolves once it is; rejects when `signal` aborts. */
  hold(workerId: string, signal: AbortSignal): Promise<void>;
  /** The workers have ended; others may take the jobs they still hold. */
  drop(workerIds: string[]): Promise<void>;
  /**
   * The connection, with every worker marked on it. Callers take turns. Rejects when the database is away.
   */
  connection(): Promise<LeaseConnection>;
  close(): void;
}

type LeaseConnection = ReturnType<typeof inTurn>;

export interface LeaseOptions {
  retryMs: number;
  /** Calls `onLostForLong` after so long without a connection, before a reaper takes the workers for dead. */
  lostLimitMs: number;
  onLostForLong(): void;
}

export function createWorkerLease(pool: pg.Pool, options: LeaseOptions): WorkerLease {
  const workerIds = new Set<string>();
  const marked = new Set<string>();
  let client: pg.PoolClient | undefined;
  let shared: LeaseConnection | undefined;
  let lostTimer: NodeJS.Timeout | undefined;
  let refreshing: Promise<LeaseConnection> | undefined;
  let isClosed = false;

  const lose = (lost: pg.PoolClient, error: Error) => {
    if (client !== lost) return;
    client = undefined;
    marked.clear();
    lost.release(error);
    if (isClosed) return;
    lostTimer ??= setTimeout(options.onLostForLong, options.lostLimitMs);
    void regain();
  };

  const refresh = async (): Promise<LeaseConnection> => {
    if (isClosed) throw new Error('the worker lease is closed');
    if (!client || !shared) {
      const opened = await pool.connect();
      if (isClosed) {
        opened.release(true);
        throw new Error('the worker lease is closed');
      }
      client = opened;
      shared = inTurn(opened);
      opened.once('error', (error) => lose(opened, error));
      opened.once('end', () => lose(opened, new Error('the connection ended')));
    }
    const [current, connection] = [client, shared];
    const missing = [...workerIds].filter((id) => !marked.has(id));
    try {
      if (missing.length > 0) await markAlive(connection, missing);
    } catch (error) {
      lose(current, error as Error);
      throw error;
    }
    // Lost with the answer still unread: its locks are gone, and another connection has to take them.
    if (client !== current) throw new Error('the connection was lost');
    for (const id of missing) marked.add(id);
    clearTimeout(lostTimer);
    lostTimer = undefined;
    return connection;
  };

  const connection = (): Promise<LeaseConnection> => {
    refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  const regain = async (): Promise<void> => {
    while (!isClosed && !client) {
      await wait(options.retryMs, undefined, { ref: false });
      await connection().catch(() => undefined);
    }
  };

  return {
    connection,
    async hold(workerId, signal) {
      workerIds.add(workerId);
      while (!marked.has(workerId)) {
        signal.throwIfAborted();
        await connection().catch(() => wait(options.retryMs, undefined, { signal }));
      }
    },
    async drop(ids) {
      const held = ids.filter((id) => marked.delete(id));
      for (const id of ids) workerIds.delete(id);
      if (client && shared && held.length > 0) await unmarkAlive(shared, held);
    },
    close() {
      isClosed = true;
      clearTimeout(lostTimer);
      const last = client;
      client = undefined;
      // Closed instead of returned to the pool: the locks end with the session.
      last?.release(true);
    },
  };
}
