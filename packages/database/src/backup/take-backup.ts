import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { appendErasures } from './erasure-list.ts';
import { DUMP_FILE, describeDump, listBackups, MANIFEST_FILE, type Manifest } from './manifest.ts';
import { findPostgresTool, runPostgresTool } from './postgres-tools.ts';

const UNFINISHED = 'unfinished-';
/** Longer than any backup takes. */
const UNFINISHED_LIMIT_MS = 48 * 3_600_000;

const OURS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

interface Moment {
  snapshot: string;
  taken_at: Date;
  version: string;
  version_number: number;
  database: string;
  may_see_all: boolean;
}

async function readMoment(client: pg.Client): Promise<Moment> {
  const { rows } = await client.query<Moment>(
    `SELECT pg_export_snapshot() AS snapshot, now() AS taken_at, current_setting('server_version') AS version,
            current_setting('server_version_num')::int AS version_number, current_database() AS database,
            (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS may_see_all`,
  );
  const [moment] = rows;
  if (!moment) throw new Error('the database does not say what time it is');
  // Row-level security is forced on the owner too; bound by it, a dump would be refused half-way.
  if (!moment.may_see_all)
    throw new Error('A backup is taken as a role with BYPASSRLS or as a superuser; others see no rows.');
  return moment;
}

/** Counts the rows of each table as this transaction sees them. */
export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND ${OURS} ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string }>(`SELECT count(*)::text AS rows FROM ${name}`);
    counts[name] = Number(rows[0]?.rows);
  }
  return counts;
}

async function listRoles(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT rolname AS name FROM pg_roles WHERE rolname !~ '^pg_' AND oid IN (
       SELECT refobjid FROM pg_shdepend s JOIN pg_database d ON d.oid = s.dbid
         WHERE d.datname = current_database() AND s.refclassid = 'pg_authid'::regclass
       UNION SELECT datdba FROM pg_database WHERE datname = current_database()
       UNION SELECT c.relowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OURS}
       UNION SELECT p.proowner FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS})
     ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

async function dump(client: pg.Client, url: string, folder: string): Promise<Manifest> {
  const moment = await readMoment(client);
  const tool = findPostgresTool('pg_dump', Math.floor(moment.version_number / 10_000));
  const path = join(folder, DUMP_FILE);
  const written = runPostgresTool(
    tool,
    ['--format=custom', '--lock-wait-timeout=10s', `--snapshot=${moment.snapshot}`, `--file=${path}`],
    url,
  );
  // Awaited below; an error thrown before then must not make its rejection unhandled.
  written.catch(() => undefined);
  const [roles, rows] = [await listRoles(client), await countRows(client)];
  await written;
  chmodSync(path, 0o600);
  return {
    format: 1,
    takenAt: moment.taken_at.toISOString(),
    serverVersion: moment.version.split(' ')[0] ?? moment.version,
    database: moment.database,
    roles,
    rows,
    dump: await describeDump(path),
  };
}

/**
 * Removes older backups. Only whole ones count, so that the last good one never makes room for a broken one.
 */
function dropOlder(parent: string, keep: number): void {
  for (const old of listBackups(parent).slice(keep)) rmSync(old, { recursive: true });
}

/** Removes the leftovers of killed backups: they fill the disk, and nothing else removes them. */
function dropUnfinished(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(UNFINISHED))) {
    const path = join(parent, name);
    if (Date.now() - statSync(path).mtimeMs > UNFINISHED_LIMIT_MS) rmSync(path, { recursive: true });
  }
}

/**
 * Writes everything the database holds at one moment to a new folder below `parent`, while purchases go on:
 * the rows counted and the rows dumped are of one snapshot. Keeps the newest `keep` whole backups there.
 * @returns the new folder
 */
export async function takeBackup(
  url: string,
  parent: string,
  { keep = Number.POSITIVE_INFINITY }: { keep?: number } = {},
): Promise<{ folder: string; manifest: Manifest }> {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  dropUnfinished(parent);
  const unfinished = mkdtempSync(join(parent, UNFINISHED));
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const manifest = await dump(client, url, unfinished);
    writeFileSync(join(unfinished, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    const folder = join(parent, manifest.takenAt.replaceAll(':', '-'));
    renameSync(unfinished, folder);
    await appendErasures(client, parent);
    dropOlder(parent, keep);
    return { folder, manifest };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}
