import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { installJobQueue } from './install-job-queue.ts';
import './big-integers.ts';
import { isMigratedBy, LOCK_TIMEOUT_MS, type PrismaFolder, readMigrationFiles } from './migration-files.ts';
import { APP_ROLE, LOOKUP_ROLE, WORKER_ROLE } from './roles.ts';

/** Any number that nothing else on the server locks; it only has to stay the same between releases. */
const MIGRATION_LOCK = 7_021_984_511;
const LOCK_RETRY_MS = 50;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new Error(`The database at ${client.host}:${client.port} cannot be used: ${error.message}`);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the database a URL names, on a server that lacks it. */
export async function ensureDatabase(ownerUrl: string): Promise<void> {
  const maintenance = new URL(ownerUrl);
  const name = decodeURIComponent(maintenance.pathname.slice(1));
  maintenance.pathname = '/postgres';
  await withClient(maintenance.href, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

/**
 * Polls for the lock instead of waiting inside PostgreSQL: a waiting statement holds a snapshot, CREATE INDEX
 * CONCURRENTLY waits until older snapshots are gone, and the two would deadlock.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await wait(LOCK_RETRY_MS);
  }
}

/** A CREATE INDEX CONCURRENTLY that was cut short leaves an invalid index, in the way of its next attempt. */
async function dropUnfinishedIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

async function updateJobQueue(ownerUrl: string): Promise<void> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1, lock_timeout: LOCK_TIMEOUT_MS });
  try {
    await installJobQueue(owner);
  } finally {
    await owner.end();
  }
}

/**
 * Writes down, where the API's role may read it, how new the schema is: a process is ready only where it
 * finds all that its code needs. The list of migrations itself is the owner's.
 */
async function noteNewest(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT max(migration_name) AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  await client.query(`COMMENT ON SCHEMA operations IS ${client.escapeLiteral(rows[0]?.name ?? '')}`);
}

const CLOSE_TO_PUBLIC = `
DO $$
DECLARE
  maker regprocedure;
BEGIN
  IF has_database_privilege('public', current_database(), 'TEMPORARY') THEN
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
  FOR maker IN
    SELECT oid FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege('public', oid, 'EXECUTE')
      AND proname IN ('lo_creat', 'lo_create', 'lo_from_bytea')
      AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', maker);
  END LOOP;
END
$$`;

/**
 * Takes from every login what PostgreSQL gives it: temporary tables and, if the owner is a superuser, the
 * making of large objects (docs/decisions/0041). Each time, because a restored or copied database has them
 * again.
 */
async function closeToPublic(client: pg.Client): Promise<void> {
  await client.query(CLOSE_TO_PUBLIC);
}

async function applyMissing(client: pg.Client, ownerUrl: string, options: PrismaFolder): Promise<string[]> {
  if (await isMigratedBy(client, readMigrationFiles(options))) return [];
  const { applyMigrations } = await import('./schema-engine.ts');
  return await applyMigrations(ownerUrl, options);
}

/**
 * Brings the database up to the newest migration, and the job queue's schema with it. Processes that start
 * together take turns, so each migration runs once, and the later ones find nothing left to do.
 * @returns the names of the migrations just applied
 */
export async function migrate(ownerUrl: string, options: PrismaFolder = {}): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    await takeMigrationLock(client);
    await dropUnfinishedIndexes(client);
    const applied = await applyMissing(client, ownerUrl, options);
    if (options.folder === undefined) {
      await updateJobQueue(ownerUrl);
      await closeToPublic(client);
      await noteNewest(client);
    }
    return applied;
  });
}

/** The addresses of the logins that `allowLogins` allows, from that of the first. */
export function addressesOf(appUrl: string) {
  const as = (role: string) => Object.assign(new URL(appUrl), { username: role }).href;
  return { DATABASE_URL: appUrl, DATABASE_WORKER_URL: as(WORKER_ROLE), DATABASE_LOOKUP_URL: as(LOOKUP_ROLE) };
}

/** Gives passwords to the roles that processes connect as; the migrations that make them give none. */
export async function allowLogins(ownerUrl: string, password: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    for (const role of [APP_ROLE, WORKER_ROLE, LOOKUP_ROLE])
      await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  });
}
