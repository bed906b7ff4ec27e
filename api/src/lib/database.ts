import pg from 'pg';
import { timeLimits } from './time-limits.ts';

// BIGINT arrives as a number: every amount in the schema is bounded far below 2^53, and sums are checked on
// the way in.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`BIGINT out of range: ${text}`);
  return value;
});

/** Role of requests, each as its tenant. */
export const APP_ROLE = 'cashback_app';
/** Role of jobs. */
export const WORKER_ROLE = 'cashback_worker';
/** Role of the look-ups made before a tenant is known. */
export const LOOKUP_ROLE = 'cashback_lookup_caller';

/**
 * Session settings of every connection that the API opens; times in milliseconds. Work in one transaction
 * that may take longer sets its own limits, with SET LOCAL.
 */
const connectionOptions = () =>
  [
    `-c statement_timeout=${timeLimits.statement}`,
    `-c lock_timeout=${timeLimits.lock}`,
    '-c idle_in_transaction_session_timeout=15000',
    '-c timezone=UTC',
  ].join(' ');

/** How long starts and commands wait for a connection: no caller waits for them, and machines can be slow. */
export const PATIENT_MS = 10_000;

export interface PoolOptions {
  connections: number;
  /** Longest wait for a free connection, in milliseconds; `connect_timeout` of the address (seconds) wins. */
  waitMs?: number;
  /**
   * False: a commit does not wait for the disk, and a crash of PostgreSQL may undo the last half second of
   * them. Only for work that is then repeated, never for a result that a caller was told.
   */
  isDurable?: boolean;
  role?: string;
}

/** The configuration with which node-postgres and Prisma's adapter connect as the role. */
function connectionConfig(
  databaseUrl: string,
  { connections, waitMs = timeLimits.connection, isDurable = true, role = APP_ROLE }: PoolOptions,
): pg.PoolConfig {
  const { username, searchParams } = new URL(databaseUrl);
  const loginRole = decodeURIComponent(username);
  // The session runs as the role whatever login the address names: row-level security binds it.
  const becoming = loginRole === role ? '' : ` -c role=${role}`;
  return {
    connectionString: databaseUrl,
    max: connections,
    options: `${connectionOptions()}${isDurable ? '' : ' -c synchronous_commit=off'}${becoming}`,
    connectionTimeoutMillis: Number(searchParams.get('connect_timeout')) * 1_000 || waitMs,
    // A server that hangs, or has vanished without a word, ends no statement itself.
    query_timeout: timeLimits.statement + 1_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  };
}

/** A pool whose connections may die (a restarted server) without taking the process along. */
export function openPool(
  databaseUrl: string,
  options: PoolOptions,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool(connectionConfig(databaseUrl, options));
  pool.on('error', onError);
  // The pool listens to idle connections only; one that is lost while in use would end the process.
  pool.on('connect', (client) => void client.on('error', onError));
  return pool;
}

/** Shares one connection between independent users: their statements run one after the other. */
export function inTurn(client: pg.ClientBase): Pick<pg.ClientBase, 'query'> {
  let last: Promise<unknown> = Promise.resolve();
  const query = (...statement: Parameters<typeof client.query>) => {
    const next = last.then(() => client.query(...statement));
    last = next.catch(() => undefined);
    return next;
  };
  return { query } as unknown as Pick<pg.ClientBase, 'query'>;
}

/**
 * Throws unless the session's role is bound by row-level security: not a superuser, may not bypass it, owns
 * no table.
 */
export async function assertRoleIsBound(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string; privileged: boolean; owned: number }>(
    `SELECT current_user AS role, r.rolsuper OR r.rolbypassrls AS privileged,
            (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owned
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const [row] = rows;
  if (row === undefined || row.privileged || row.owned > 0) {
    throw new Error(
      `The database role ${row?.role ?? '?'} is not bound by row-level security; refusing to start.`,
    );
  }
}

/**
 * `assertRoleIsBound` for a role that has an address of its own. Throws a sentence that says which cannot be
 * used and why.
 */
export async function assertAddressIsBound(
  variable: string,
  databaseUrl: string,
  role: string,
): Promise<void> {
  const pool = openPool(databaseUrl, { connections: 1, role, waitMs: PATIENT_MS }, () => undefined);
  try {
    await assertRoleIsBound(pool);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${variable} cannot be used as ${role}: ${why}`, { cause: error });
  } finally {
    await pool.end();
  }
}

/** True if the schema has this migration. Throws when the database is away. */
export async function isMigrated(pool: pg.Pool, migration: string): Promise<boolean> {
  const { rows } = await pool.query<{ isMigrated: boolean }>({
    name: 'is_migrated',
    text: `SELECT obj_description('operations'::regnamespace, 'pg_namespace') COLLATE "C" >= $1 AS "isMigrated"`,
    values: [migration],
  });
  return rows[0]?.isMigrated === true;
}
