import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import type { App } from '../context.ts';
import { SCHEDULE } from '../jobs/schedule.ts';
import type { StaffSession } from '../staff-session.ts';
import { createTasks } from '../tasks.ts';
import { asWorker } from '../test/as-worker.ts';
import { createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { applyDueChanges } from './apply-due-changes.ts';
import { rebuildWrongRollups } from './rebuild-wrong-rollups.ts';
import { verifyRollups } from './verify-rollups.ts';

let database: TestDatabase;
let owner: pg.Pool;
let app: App;
let close: () => Promise<void>;
let log: { error: Mock<App['log']['error']> };
/** In the order of their ids, which is that of the jobs. */
let merchants: StaffSession[];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  ({ app, close } = await openMoneyApp(database.appUrl));
  merchants = [await insertMerchant(owner), await insertMerchant(owner), await insertMerchant(owner)].sort(
    (x, y) => (x.merchantId < y.merchantId ? -1 : 1),
  );
});

beforeEach(async () => {
  log = { error: vi.fn<App['log']['error']>() };
  for (const merchant of merchants) await createCounter(app, merchant).earn(freshPhone(), 10_000);
});

afterAll(async () => {
  await close();
  await owner.end();
  await database.drop();
});

const idOf = (index: number) => merchants[index]?.merchantId ?? '';

async function merchantsWithChanges(): Promise<string[]> {
  const { rows } = await owner.query('SELECT DISTINCT merchant_id AS id FROM rollup_changes ORDER BY 1');
  return rows.map((row) => row.id);
}

async function differences(): Promise<{ unbuilt: number; differences: number }> {
  const ids = merchants.map((merchant) => merchant.merchantId);
  const { unbuilt, differences } = await verifyRollups(app, ids, () => undefined);
  return { unbuilt, differences };
}

/** While it runs, nothing can be written of this merchant's days. */
async function withBrokenDays(index: number, run: () => Promise<void>): Promise<void> {
  const broken = `ALTER TABLE daily_rollups ADD CONSTRAINT broken CHECK (merchant_id <> '${idOf(index)}') NOT VALID`;
  await owner.query(broken);
  try {
    await run();
  } finally {
    await owner.query('ALTER TABLE daily_rollups DROP CONSTRAINT broken');
  }
}

describe('the job that applies changes', () => {
  const apply = (signal?: AbortSignal) => applyDueChanges({ ...asWorker(app), log }, signal);

  test('applies the changes of every merchant, and builds rollups that were never built', async () => {
    await owner.query('DELETE FROM rollup_states WHERE merchant_id = $1', [idOf(1)]);
    expect(await apply()).toEqual({ merchants: 3, failed: 0 });
    expect(await merchantsWithChanges()).toEqual([]);
    expect(await differences()).toEqual({ unbuilt: 0, differences: 0 });
    expect(await apply(), 'nothing is left to do').toEqual({ merchants: 0, failed: 0 });
  });

  test('a merchant that fails delays no other, and is named in the log', async () => {
    await withBrokenDays(0, async () => {
      expect(await apply()).toEqual({ merchants: 2, failed: 1 });
      expect(await merchantsWithChanges()).toEqual([idOf(0)]);
    });
    expect(log.error.mock.calls).toMatchObject([
      [{ merchantId: idOf(0) }, expect.stringContaining('could not be applied')],
    ]);
    expect(await apply()).toEqual({ merchants: 1, failed: 0 });
    expect(await differences()).toEqual({ unbuilt: 0, differences: 0 });
  });

  test('ends between two merchants when it is told to', async () => {
    await expect(apply(AbortSignal.abort())).rejects.toThrow('aborted');
    expect(await merchantsWithChanges()).toHaveLength(3);
  });
});

describe('the job that verifies', () => {
  const verify = (signal?: AbortSignal) => rebuildWrongRollups({ ...asWorker(app), log }, signal);

  test('says nothing and rebuilds nothing where the rollups are right', async () => {
    const built = () => owner.query('SELECT built_at FROM rollup_states ORDER BY merchant_id');
    const before = (await built()).rows;
    expect(await verify()).toEqual({ merchants: 3, rebuilt: 0, failed: 0 });
    expect(log.error).not.toHaveBeenCalled();
    expect((await built()).rows).toEqual(before);
  });

  test('logs each difference as an error and rebuilds that merchant’s rollups', async () => {
    await verify();
    await owner.query('UPDATE daily_rollups SET revenue_cents = revenue_cents + 1 WHERE merchant_id = $1', [
      idOf(1),
    ]);
    expect(await verify()).toEqual({ merchants: 3, rebuilt: 1, failed: 0 });
    expect(log.error.mock.calls).toMatchObject([
      [
        { merchantId: idOf(1), table: 'daily_rollups', side: 'stored' },
        'a rollup differs from the rows it counts',
      ],
      [
        { merchantId: idOf(1), table: 'daily_rollups', side: 'recomputed' },
        'a rollup differs from the rows it counts',
      ],
    ]);
    expect(await differences()).toEqual({ unbuilt: 0, differences: 0 });
    expect(await verify()).toMatchObject({ rebuilt: 0 });
  });

  test('of very many differences the log names twenty of a merchant', async () => {
    await verify();
    await owner.query(
      "INSERT INTO daily_rollups (merchant_id, day, purchases) SELECT $1, '2000-01-01'::date + n, 1 FROM generate_series(1, 50) n",
      [idOf(2)],
    );
    expect(await verify()).toMatchObject({ rebuilt: 1 });
    expect(log.error).toHaveBeenCalledTimes(20);
  });

  test('a merchant that fails delays no other, and it ends between two when it is told to', async () => {
    await withBrokenDays(0, async () => {
      expect(await verify()).toEqual({ merchants: 2, rebuilt: 0, failed: 1 });
    });
    expect(log.error.mock.calls).toMatchObject([
      [{ merchantId: idOf(0) }, expect.stringContaining('could not be verified')],
    ]);
    await expect(verify(AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

test('both are done by the clock: applying each minute, verifying each night after the ledger', async () => {
  const now = new Date('2026-03-10T12:34:56Z');
  const times = Object.fromEntries(SCHEDULE.map(({ task, latest }) => [task, latest(now).toISOString()]));
  expect(times).toMatchObject({
    'apply-rollups': '2026-03-10T12:34:00.000Z',
    'verify-ledger': '2026-03-10T04:10:00.000Z',
    'verify-rollups': '2026-03-10T04:40:00.000Z',
  });
  const tasks = createTasks({ ...app, log: { ...app.log, error: log.error } as unknown as App['log'] });
  expect(Object.keys(tasks)).toEqual(expect.arrayContaining(SCHEDULE.map(({ task }) => task)));
  const helpers = { abortSignal: undefined } as never;
  await owner.query('UPDATE rollup_states SET built_at = NULL WHERE merchant_id = $1', [idOf(0)]);
  await tasks['apply-rollups']?.({}, helpers);
  expect(await merchantsWithChanges()).toEqual([]);
  await owner.query('DELETE FROM lot_rollups WHERE merchant_id = $1', [idOf(0)]);
  await tasks['verify-rollups']?.({}, helpers);
  expect(log.error).toHaveBeenCalled();
  expect(await differences()).toEqual({ unbuilt: 0, differences: 0 });
});
