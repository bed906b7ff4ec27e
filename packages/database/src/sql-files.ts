import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describeSchema } from './describe-schema.ts';
import { ensureDatabase } from './migrate.ts';
import { PRISMA_FOLDER, type PrismaFolder } from './migration-files.ts';
import { applyMigrations } from './schema-engine.ts';
import { dropDatabase } from './test-server.ts';

/**
 * A file of prisma/functions or prisma/access: the truth about a function, or about the rights on a table.
 */
export interface SqlFile {
  /** Path from the repository's root, 'prisma/functions/ledger/settle_customer.sql'. */
  path: string;
  /** Name that `describeSchema` uses, 'functions/settle_customer'. */
  source: string;
  text: string;
}

/** A difference in one file between what the migrations make and what the file makes. */
export interface FileDifference {
  source: string;
  onlyMigrations: string[];
  onlyFiles: string[];
}

export function readSqlFiles({ folder = PRISMA_FOLDER }: PrismaFolder = {}): SqlFile[] {
  return ['access', 'functions'].flatMap((kind) =>
    readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => ({
        path: `prisma/${kind}/${name}`,
        source: `${kind}/${name.replace(/^.*\//, '').replace(/\.sql$/, '')}`,
        text: readFileSync(join(folder, kind, name), 'utf8'),
      })),
  );
}

/**
 * Removes everything that the files make. The schema public keeps what PostgreSQL itself grants to PUBLIC.
 */
const RESET = `
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT format('DROP POLICY %I ON %s', polname, polrelid::regclass) FROM pg_policy
    UNION ALL SELECT format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY',
        oid::regclass)
      FROM pg_class WHERE relkind IN ('r', 'p') AND (relrowsecurity OR relforcerowsecurity)
    UNION ALL SELECT format('DROP ROUTINE %s CASCADE', oid::regprocedure) FROM pg_proc p
      WHERE pronamespace::regnamespace::text IN ('public', 'lookup', 'operations')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL SELECT format('REVOKE ALL ON %s FROM %s', r.name,
        CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END)
      FROM (
        SELECT format('SCHEMA %I', nspname) AS name, nspowner AS owner, nspacl AS acl FROM pg_namespace
          WHERE nspname IN ('lookup', 'operations', 'public')
        UNION ALL SELECT format('TABLE %s', c.oid::regclass), relowner, relacl FROM pg_class c
          WHERE relnamespace::regnamespace::text IN ('public', 'operations')
        UNION ALL SELECT format('TABLE %s', c.oid::regclass), relowner, attacl
          FROM pg_attribute t JOIN pg_class c ON c.oid = attrelid
          WHERE relnamespace::regnamespace::text IN ('public', 'operations')
      ) r, aclexplode(r.acl) a
      WHERE a.grantee <> r.owner AND NOT (a.grantee = 0 AND r.name = 'SCHEMA public')
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$`;

async function executeFiles(client: pg.Client, files: SqlFile[], checkBodies: boolean): Promise<void> {
  await client.query(`BEGIN; SET LOCAL check_function_bodies = ${checkBodies}`);
  for (const { path, text } of files) {
    await client.query(text).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`, { cause: error });
    });
  }
  await client.query('COMMIT');
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function rulesOf(client: pg.Client): Promise<Map<string, string>> {
  const lines = await describeSchema(client);
  return new Map(lines.flatMap(({ line, source }) => (source === null ? [] : [[line, source]])));
}

function compareRules(migrations: Map<string, string>, files: Map<string, string>): FileDifference[] {
  const bySource = new Map<string, FileDifference>();
  const add = (source: string, side: 'onlyMigrations' | 'onlyFiles', line: string) => {
    const difference = bySource.get(source) ?? { source, onlyMigrations: [], onlyFiles: [] };
    difference[side].push(line);
    bySource.set(source, difference);
  };
  for (const [line, source] of migrations) if (!files.has(line)) add(source, 'onlyMigrations', line);
  for (const [line, source] of files) if (!migrations.has(line)) add(source, 'onlyFiles', line);
  return [...bySource.values()].sort((a, b) => a.source.localeCompare(b.source));
}

/**
 * Compares every function, trigger, policy and grant that the migrations make with those that the files make,
 * in two throw-away databases of the server. The files are executed twice, in any order, so they must bear
 * their own results.
 */
export async function compareFilesWithMigrations(
  serverUrl: string,
  prisma: PrismaFolder = {},
): Promise<FileDifference[]> {
  const id = randomUUID().replaceAll('-', '');
  const [migrated, filed] = [`migrated_${id}`, `filed_${id}`];
  const at = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  const made: string[] = [];
  try {
    await ensureDatabase(at(migrated));
    made.push(migrated);
    await applyMigrations(at(migrated), prisma);
    const migrations = await withClient(at(migrated), rulesOf);
    await withClient(at('postgres'), (client) =>
      client.query(`CREATE DATABASE ${filed} TEMPLATE ${migrated}`),
    );
    made.push(filed);
    const files = await withClient(at(filed), async (client) => {
      await client.query(RESET);
      for (const checkBodies of [false, true]) await executeFiles(client, readSqlFiles(prisma), checkBodies);
      return rulesOf(client);
    });
    return compareRules(migrations, files);
  } finally {
    for (const database of made) await dropDatabase(at('postgres'), database);
  }
}
