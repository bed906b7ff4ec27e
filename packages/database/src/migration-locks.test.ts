import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-server.ts';

const PRISMA = join(import.meta.dirname, '../../../prisma');
const TWO_STEPS = '29990101000000_two_steps';
const INDEX = '29990101000100_index';

let database: TestDatabase;
let folder: string;
let holder: pg.Client;
let other: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'cashback-locks-'));
  cpSync(PRISMA, folder, { recursive: true });
  [holder, other] = [1, 2].map(() => new pg.Client({ connectionString: database.ownerUrl })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([holder.connect(), other.connect()]);
});

afterAll(async () => {
  await Promise.all([holder.end(), other.end()]);
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

function writeMigration(name: string, sql: string): void {
  mkdirSync(join(folder, 'migrations', name));
  writeFileSync(join(folder, 'migrations', name, 'migration.sql'), sql);
}

test('a migration that gets no lock gives up after two seconds, says so, leaves nothing behind and may be repeated', async () => {
  writeMigration(
    TWO_STEPS,
    `CREATE TABLE first_step AS SELECT current_setting('lock_timeout') AS lock_timeout;\nALTER TABLE merchants ADD COLUMN second_step int;`,
  );
  const isThere = "SELECT to_regclass('public.first_step') IS NOT NULL AS there";
  await holder.query('BEGIN; SELECT 1 FROM merchants');
  const migrating = migrate(database.ownerUrl, { folder });
  await expect(migrating).rejects.toThrow(
    `The migration ${TWO_STEPS} waited 2 seconds for a lock that another session holds, and gave up, so that purchases do ` +
      'not wait behind it. What it had begun is undone. Run the command again, at a quieter time if it goes on.',
  );
  expect((await other.query(isThere)).rows).toEqual([{ there: false }]);
  await holder.query('COMMIT');
  expect(await migrate(database.ownerUrl, { folder })).toEqual([TWO_STEPS]);
  expect((await other.query('SELECT lock_timeout FROM first_step')).rows).toEqual([{ lock_timeout: '2s' }]);
});

test('an index that is made beside the traffic waits for who was there before it as long as it takes', async () => {
  writeMigration(
    INDEX,
    '-- Nobody waits for it.\nCREATE INDEX CONCURRENTLY late_idx ON merchants (second_step);',
  );
  await holder.query('BEGIN; UPDATE merchants SET name = name');
  const migrating = migrate(database.ownerUrl, { folder });
  await expect.poll(indexWaitsMs).toBeGreaterThan(2_300);
  await holder.query('COMMIT');
  expect(await migrating).toEqual([INDEX]);
});

/** Time that the index has been waiting. */
async function indexWaitsMs(): Promise<number> {
  const { rows } = await other.query<{ ms: number }>(
    `SELECT extract(epoch FROM clock_timestamp() - query_start)::float * 1000 AS ms FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE '%INDEX CONCURRENTLY late_idx%' AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.ms ?? 0;
}
