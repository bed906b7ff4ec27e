import pg from 'pg';
import { useDatabaseFixture } from 'testing/database-fixture';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTenancy } from '../tenant.ts';
import { createSharedCounts } from './shared-counts.ts';

const fixture = useDatabaseFixture();
const LOOK_UPS = { name: 'look-ups', limit: 5, windowSeconds: 600 };
let pool: pg.Pool;

beforeAll(() => {
  pool = new pg.Pool({ connectionString: fixture.database.appUrl, max: 2 });
});
afterAll(() => pool.end());

const count = (...keys: string[]) =>
  createSharedCounts(createTenancy(pool)).hitAll(
    keys.map((key) => ({
      rule: LOOK_UPS,
      subject: key,
      limit: LOOK_UPS.limit,
      holds: 'always' as const,
      key,
      windowMs: LOOK_UPS.windowSeconds * 1_000,
    })),
  );

async function storedCounts(): Promise<Record<string, number>> {
  const { rows } = await fixture.owner.query('SELECT key, count FROM operations.call_counts');
  return Object.fromEntries(rows.map((row) => [row.key, row.count]));
}

test('a call that waited goes on with a window that began meanwhile', async () => {
  const holder = new pg.Client({ connectionString: fixture.database.ownerUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(
    `INSERT INTO operations.call_counts VALUES ('address', 1, clock_timestamp() + interval '10 minutes')`,
  );
  const waiting = count('address', 'merchant');
  await vi.waitFor(async () => {
    const { rows } = await fixture.owner.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }, 60_000);
  await count('merchant');
  await holder.query('COMMIT');
  await holder.end();
  expect(await waiting).toBeUndefined();
  expect(await storedCounts()).toEqual({ address: 2, merchant: 2 });
});

test('a window that began before the clock was set back is over', async () => {
  await fixture.owner.query(
    `INSERT INTO operations.call_counts VALUES ('ahead', 5, clock_timestamp() + interval '11 minutes')`,
  );
  expect(await count('ahead')).toBeUndefined();
  expect(await storedCounts()).toMatchObject({ ahead: 1 });
  for (let call = 1; call < LOOK_UPS.limit; call += 1) expect(await count('ahead')).toBeUndefined();
  expect(await count('ahead')).toMatchObject({ excess: 0 });
  expect(await storedCounts()).toMatchObject({ ahead: LOOK_UPS.limit });
});
