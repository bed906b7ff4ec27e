import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from './migrate.ts';
import './test-database.ts';
import { dropDatabase } from './test-server.ts';

const PRISMA = join(import.meta.dirname, '../../../prisma');
const NAME = `migrate_test_${randomUUID().slice(0, 8)}`;
let superuser: pg.Pool;
let deployerUrl: URL;

beforeAll(async () => {
  const server = inject('testServer');
  superuser = new pg.Pool({ connectionString: server.maintenanceUrl, max: 1 });
  deployerUrl = new URL(server.ownerUrl.replace('{database}', NAME));
  deployerUrl.username = NAME;
  deployerUrl.password = 'secret';
  // The rights that a hosted PostgreSQL gives to its customer. The roles exist already, made for another
  // database. This login made all but the first itself: PostgreSQL lets it grant them, but not become one.
  await superuser.query(`CREATE ROLE ${NAME} LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS CREATEROLE`);
  await superuser.query(`GRANT cashback_lookup TO ${NAME} WITH ADMIN OPTION`);
  for (const role of ['cashback_confirmer', 'cashback_retention', 'cashback_eraser'])
    await superuser.query(`GRANT ${role} TO ${NAME} WITH ADMIN TRUE, INHERIT FALSE, SET FALSE`);
  await superuser.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
});

afterAll(async () => {
  await dropDatabase(inject('testServer').maintenanceUrl, NAME);
  await superuser.query(`DROP ROLE ${NAME}`);
  await superuser.end();
});

async function asDeployer<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: deployerUrl.href });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a login that is no superuser migrates its own database, job queue included', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(deployerUrl.href)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(deployerUrl.href)).toEqual([]);
  // As after an update of the queue that made its table again.
  await asDeployer('DROP POLICY confirmer ON graphile_worker._private_jobs');
  expect(await migrate(deployerUrl.href)).toEqual([]);
  const [row] = await asDeployer(
    `SELECT (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS invalid,
       has_database_privilege('cashback_app', current_database(), 'TEMPORARY') AS keeps_temporary,
       has_function_privilege('cashback_app', 'graphile_worker.force_unlock_workers(text[])', 'EXECUTE') AS unlocks,
       (SELECT count(*)::int FROM pg_policies WHERE schemaname = 'graphile_worker' AND policyname IN ('app', 'worker', 'confirmer')) AS policies`,
  );
  expect(row).toEqual({ invalid: 0, keeps_temporary: false, unlocks: true, policies: 10 });
});

test('an index that was cut short while being made is made again', async () => {
  const name = '29990101000000_late_index';
  const folder = mkdtempSync(join(tmpdir(), 'cashback-index-'));
  cpSync(PRISMA, folder, { recursive: true });
  mkdirSync(join(folder, 'migrations', name));
  writeFileSync(
    join(folder, 'migrations', name, 'migration.sql'),
    'CREATE INDEX CONCURRENTLY late_idx ON customers (merchant_id, name);',
  );
  // Unique over values that are not: it fails at the end, and leaves an invalid index as a cut connection
  // would.
  await asDeployer('CREATE TABLE probe (n int); INSERT INTO probe VALUES (1), (1)');
  await expect(asDeployer('CREATE UNIQUE INDEX CONCURRENTLY late_idx ON probe (n)')).rejects.toThrow(
    'could not create unique index',
  );
  expect(await migrate(deployerUrl.href, { folder })).toEqual([name]);
  const rows = await asDeployer(
    `SELECT indisvalid AS valid FROM pg_index
     WHERE indexrelid = 'late_idx'::regclass AND indrelid = 'customers'::regclass`,
  );
  expect(rows).toEqual([{ valid: true }]);
  rmSync(folder, { recursive: true });
});
