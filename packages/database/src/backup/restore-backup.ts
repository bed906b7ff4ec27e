import { join } from 'node:path';
import pg from 'pg';
import { ensureDatabase } from '../migrate.ts';
import { DUMP_FILE, type Manifest } from './manifest.ts';
import { findPostgresTool, runPostgresTool } from './postgres-tools.ts';

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: number }>(
    `SELECT count(*)::int AS tables FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
  );
  if (rows[0]?.tables !== 0)
    throw new Error(`The database ${client.database} has tables; a backup is restored into an empty one.`);
}

/** Creates the roles without passwords or powers: the server's administrator lets them log in. */
async function makeRoles(client: pg.Client, roles: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT rolname AS name FROM pg_roles');
  const existing = rows.map((row) => row.name);
  for (const role of roles.filter((name) => !existing.includes(name)))
    await client.query(`CREATE ROLE ${client.escapeIdentifier(role)} NOLOGIN NOSUPERUSER NOBYPASSRLS`);
}

/**
 * Brings a backup that was read whole back into a database that is empty or not there yet, with its roles.
 * `url` names that database, as a superuser of its server.
 */
export async function restoreBackup(folder: string, manifest: Manifest, url: string): Promise<void> {
  const tool = findPostgresTool('pg_restore', Number.parseInt(manifest.serverVersion, 10));
  await ensureDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await assertEmpty(client);
    await makeRoles(client, manifest.roles);
    await runPostgresTool(
      tool,
      ['--exit-on-error', `--dbname=${client.database}`, join(folder, DUMP_FILE)],
      url,
    );
    // A dump has no statistics before PostgreSQL 18, and without them every plan is a guess.
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}
