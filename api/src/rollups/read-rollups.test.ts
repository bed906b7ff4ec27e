import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../context.ts';
import { creditOpeningBalances, readCreditTerms } from '../ledger/opening-balances.ts';
import type { StaffSession } from '../staff-session.ts';
import { type Counter, createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { useProductTimeLimits } from '../test/time-limits.ts';
import { applyChanges } from './apply-changes.ts';
import { readRollups } from './read-rollups.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { verifyRollups } from './verify-rollups.ts';

useProductTimeLimits();

let database: TestDatabase;
let owner: pg.Pool;
/** Two of the API, each with connections and memory of its own. */
let apps: [App, App];
let closes: (() => Promise<void>)[];
let staff: StaffSession;
let counter: Counter;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  const opened = [await openMoneyApp(database.appUrl), await openMoneyApp(database.appUrl)] as const;
  apps = [opened[0].app, opened[1].app];
  closes = opened.map((each) => each.close);
});

beforeEach(async () => {
  staff = await insertMerchant(owner);
  counter = createCounter(apps[0], staff);
  return async () => {
    await buildIfMissing();
    expect(await differences()).toBe(0);
  };
});

afterAll(async () => {
  await Promise.all(closes.map((close) => close()));
  await owner.end();
  await database.drop();
});

const buildIfMissing = () => readRollups(apps[0], staff.merchantId, async () => undefined);

async function differences(): Promise<number> {
  const found = await verifyRollups(apps[0], [staff.merchantId], (difference) =>
    console.error(JSON.stringify(difference)),
  );
  expect(found.unbuilt).toBe(0);
  return found.differences;
}

/** Purchases and their sum, over all days. */
function readPurchases(app: App = apps[1]): Promise<{ purchases: number; cents: number }> {
  return readRollups(app, staff.merchantId, async (tx) => {
    const [row] = await tx.query<{ purchases: number; cents: number }>(
      {
        name: 'test_purchases',
        text: `SELECT coalesce(sum(purchases), 0)::int AS purchases, coalesce(sum(revenue_cents), 0)::int AS cents
               FROM daily_rollups WHERE merchant_id = $1`,
      },
      [tx.merchantId],
    );
    return row ?? { purchases: 0, cents: 0 };
  });
}

const recorded = async () =>
  (
    await owner.query('SELECT count(*)::int AS n FROM rollup_changes WHERE merchant_id = $1', [
      staff.merchantId,
    ])
  ).rows[0].n as number;

/** Straight into the table, as the database's owner. */
const bulkPurchases = (merchants: StaffSession[], count: number) =>
  owner.query(
    `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
       token_hash, token_expires_at, created_at)
     SELECT c.merchant_id, gen_random_uuid(), c.id, e.id, 1000, 50, 500, sha256(gen_random_uuid()::text::bytea), now(),
       now() - n * interval '1 day'
     FROM customers c JOIN employees e ON e.merchant_id = c.merchant_id, generate_series(1, $2) n
     WHERE c.merchant_id = ANY ($1)`,
    [merchants.map((each) => each.merchantId), count],
  );

describe('what was committed before a read is in it', () => {
  test('sold in one process, read in another, each time', async () => {
    for (let purchases = 1; purchases <= 20; purchases += 1) {
      await counter.issue(freshPhone(), 100);
      expect(await readPurchases()).toEqual({ purchases, cents: purchases * 100 });
    }
  });

  test('more than is applied at once too', async () => {
    const record = () =>
      owner.query(
        `INSERT INTO rollup_changes (merchant_id, day, purchases, revenue_cents)
       SELECT $1, '2026-01-01', 1, 1 FROM generate_series(1, 4500)`,
        [staff.merchantId],
      );
    await record();
    expect(await readPurchases()).toEqual({ purchases: 4_500, cents: 4_500 });
    expect(await recorded()).toBe(0);
    await record();
    await applyChanges(apps[0].tenancy, staff.merchantId);
    expect(await recorded()).toBe(0);
    await rebuildRollups(apps[0], staff.merchantId);
  });

  test('and nothing that is sold while it reads', async () => {
    await counter.issue(freshPhone(), 100);
    await readRollups(apps[1], staff.merchantId, async (tx) => {
      const read = () =>
        tx.query<{ n: number }>(
          {
            name: 'test_count',
            text: 'SELECT sum(purchases)::int AS n FROM daily_rollups WHERE merchant_id = $1',
          },
          [tx.merchantId],
        );
      const before = await read();
      await counter.issue(freshPhone(), 100);
      await applyChanges(apps[0].tenancy, staff.merchantId);
      expect(await read()).toEqual(before);
    });
    expect(await readPurchases()).toEqual({ purchases: 2, cents: 200 });
  });
});

test('nothing sold, confirmed, redeemed or corrected waits for changes being applied, a read or a rebuild', async () => {
  const client = await owner.connect();
  const [phone, other] = [freshPhone(), freshPhone()];
  try {
    await client.query('BEGIN');
    await client.query('SELECT lock_rollups($1)', [staff.merchantId]);
    const purchase = await counter.earn(phone, 50_000);
    await counter.earn(other, 50_000);
    const redemption = await counter.spend(phone, 500);
    await counter.reversePurchase(purchase, 1_000);
    await counter.reverseRedemption(redemption);
    await counter.adjust(phone, 100);
    await counter.merge(phone, other);
    // A lock is waited for a second, and then it is an error.
    await expect(readPurchases()).rejects.toMatchObject({ code: '55P03' });
    // Applying early does not wait at all.
    expect(await applyChanges(apps[0].tenancy, staff.merchantId)).toBe(true);
    expect(await recorded()).toBeGreaterThan(8);
  } finally {
    await client.query('COMMIT');
    client.release();
  }
});

describe('applying that does not reach its end loses nothing and doubles nothing', () => {
  /** Sold, and applied by statements that stop in the middle. */
  async function interrupted(trigger: string, act: (pid: number) => Promise<unknown>): Promise<void> {
    await counter.earn(freshPhone(), 10_000);
    await readPurchases();
    await counter.earn(freshPhone(), 10_000);
    const before = await recorded();
    await owner.query(`
      CREATE FUNCTION stumble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${trigger}; RETURN new; END $$;
      CREATE TRIGGER stumble BEFORE INSERT OR UPDATE ON lot_rollups FOR EACH ROW EXECUTE FUNCTION stumble()`);
    const reading = readPurchases().catch((error: Error) => error);
    try {
      await expect.poll(async () => await act(await applyingPid()), { interval: 20 }).toBeTruthy();
      expect(await reading).toBeInstanceOf(Error);
      expect(await recorded()).toBe(before);
    } finally {
      await owner.query('DROP FUNCTION stumble CASCADE');
    }
    expect(await readPurchases()).toEqual({ purchases: 2, cents: 20_000 });
  }

  async function applyingPid(): Promise<number> {
    const { rows } = await owner.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
    );
    return rows[0]?.pid ?? 0;
  }

  test('its statement canceled', () =>
    interrupted(
      'PERFORM pg_sleep(4)',
      async (pid) => pid && (await owner.query('SELECT pg_cancel_backend($1)', [pid])),
    ));

  test('its connection killed', () =>
    interrupted(
      'PERFORM pg_sleep(4)',
      async (pid) => pid && (await owner.query('SELECT pg_terminate_backend($1)', [pid])),
    ));

  test('failing half way', () => interrupted("RAISE EXCEPTION 'no room'", async () => true));
});

describe('rollups that are missing are built by the first read', () => {
  const forget = () => owner.query('DELETE FROM rollup_states WHERE merchant_id = $1', [staff.merchantId]);

  /** The purchase is moved to an hour that is the next day's in Tokyo. */
  const sellLateInTheDay = () =>
    owner.query("UPDATE transactions SET created_at = '2026-03-10T23:30:00Z' WHERE merchant_id = $1", [
      staff.merchantId,
    ]);

  test('of a merchant older than the rollups, however many read at once', async () => {
    for (let purchase = 0; purchase < 5; purchase += 1) await counter.earn(freshPhone(), 1_000);
    await forget();
    const answers = await Promise.all([0, 1, 0, 1].map((which) => readPurchases(apps[which as 0 | 1])));
    for (const answer of answers) expect(answer).toEqual({ purchases: 5, cents: 5_000 });
  });

  test('while purchases, changes being applied and other builds go on', async () => {
    await counter.earn(freshPhone(), 100);
    await forget();
    let isOver = false;
    const selling = (async () => {
      let purchases = 1;
      for (; !isOver; purchases += 1) await counter.earn(freshPhone(), 100);
      return purchases;
    })();
    const others = async () => {
      while (!isOver) await applyChanges(apps[1].tenancy, staff.merchantId);
    };
    const applying = others();
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([readPurchases(), rebuildRollups(apps[0], staff.merchantId)]);
      expect(await differences()).toBe(0);
      await forget();
    }
    isOver = true;
    await applying;
    const purchases = await selling;
    expect(await readPurchases()).toEqual({ purchases, cents: purchases * 100 });
  });

  test('after many purchases in one statement, of two merchants too', async () => {
    const neighbor = await insertMerchant(owner);
    for (const each of [staff, neighbor]) await createCounter(apps[0], each).issue(freshPhone(), 1_000);
    await readPurchases();
    await bulkPurchases([staff, neighbor], 3);
    expect(await readPurchases()).toEqual({ purchases: 4, cents: 4_000 });
    const { rows } = await owner.query('SELECT built_at FROM rollup_states WHERE merchant_id = $1', [
      neighbor.merchantId,
    ]);
    expect(rows).toEqual([{ built_at: null }]);
  });

  test.each([
    ['many purchases come in one statement', () => bulkPurchases([staff], 3)],
    [
      'the merchant’s days become others',
      () => owner.query("UPDATE merchants SET time_zone = 'Asia/Tokyo' WHERE id = $1", [staff.merchantId]),
    ],
  ])('again where %s while they are built for the first time', async (_name, change) => {
    await counter.issue(freshPhone(), 1_000);
    await sellLateInTheDay();
    await forget();
    await owner.query(`
      CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.4); RETURN new; END $$;
      CREATE TRIGGER dawdle BEFORE INSERT ON segment_rollups FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`);
    const building = rebuildRollups(apps[0], staff.merchantId);
    const isBuilding = () =>
      owner.query(
        "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
      );
    await expect.poll(async () => (await isBuilding()).rowCount, { interval: 10 }).toBe(1);
    await change();
    await owner.query('DROP FUNCTION dawdle CASCADE');
    await building;
    expect(await differences()).toBe(0);
  });

  test('in the merchant’s days, and anew when those become others', async () => {
    await counter.issue(freshPhone(), 1_000);
    await sellLateInTheDay();
    await rebuildRollups(apps[0], staff.merchantId);
    const days = () =>
      readRollups(apps[1], staff.merchantId, (tx) =>
        tx.query(
          {
            name: 'test_days',
            text: 'SELECT day::text FROM daily_rollups WHERE merchant_id = $1 AND purchases > 0',
          },
          [tx.merchantId],
        ),
      );
    expect(await days()).toEqual([{ day: '2026-03-10' }]);
    await owner.query("UPDATE merchants SET time_zone = 'Asia/Tokyo' WHERE id = $1", [staff.merchantId]);
    expect(await days()).toEqual([{ day: '2026-03-11' }]);
  });
});

test('opening balances credited many at once are recorded as what they are', async () => {
  const customers = Array.from({ length: 30 }, () => ({ id: randomUUID(), phone: freshPhone() }));
  await readPurchases();
  await owner.query(
    `INSERT INTO customers (merchant_id, id, phone, cashback_balance_cents, available_cents, balance_as_of)
     SELECT $1, id, phone, 700, 700, now() FROM unnest($2::uuid[], $3::text[]) AS one (id, phone)`,
    [staff.merchantId, customers.map((each) => each.id), customers.map((each) => each.phone)],
  );
  const cause = { employeeId: staff.employeeId, reason: 'Saldo de abertura' };
  await apps[0].tenancy.withTenant(staff.merchantId, async (tx) => {
    const balances = customers.map(({ id }) => ({
      adjustmentId: randomUUID(),
      customerId: id,
      amountCents: 700,
    }));
    await creditOpeningBalances(tx, balances, await readCreditTerms(tx, tx.now), cause);
  });
  expect(await recorded()).toBeGreaterThan(0);
  const read = readRollups(apps[1], staff.merchantId, (tx) =>
    tx.query(
      {
        name: 'test_openings',
        text: `SELECT sum(new_customers)::int AS customers, sum(purchases)::int AS purchases,
                 (SELECT sum(remaining_cents)::int FROM lot_rollups WHERE merchant_id = $1) AS cents
               FROM daily_rollups WHERE merchant_id = $1`,
      },
      [tx.merchantId],
    ),
  );
  expect(await read).toEqual([{ customers: 30, purchases: 0, cents: 21_000 }]);
});

test('what a release that knows nothing of rollups writes is recorded all the same', async () => {
  await counter.issue(freshPhone(), 1_000);
  await readPurchases();
  await owner.query(
    `UPDATE transactions SET status = 'reversed', reversed_amount_cents = amount_cents, reversed_cashback_cents = cashback_cents
     WHERE merchant_id = $1`,
    [staff.merchantId],
  );
  await owner.query('INSERT INTO customers (merchant_id, id, phone) VALUES ($1, $2, $3)', [
    staff.merchantId,
    randomUUID(),
    freshPhone(),
  ]);
  expect(await recorded()).toBeGreaterThan(1);
  expect(await readPurchases()).toEqual({ purchases: 0, cents: 0 });
});
