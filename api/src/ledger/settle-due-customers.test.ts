import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { asWorker } from '../test/as-worker.ts';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import {
  createCounter,
  createMovableClock,
  DAY_MS,
  HOUR_MS,
  insertMerchant,
  type MerchantRules,
  openMoneyApp,
  settleInTime,
} from '../test/money-app.ts';

const clock = createMovableClock('2026-03-10T12:00:00Z');
let database: TestDatabase;
let owner: pg.Pool;
const opened: { app: App; close: () => Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  opened.push(await openMoneyApp(database.appUrl, clock), await openMoneyApp(database.appUrl, clock));
});

afterAll(async () => {
  for (const { close } of opened) await close();
  await owner.end();
  await database.drop();
});

const appOf = (index: number) => (opened[index] as { app: App }).app;
const settle = () => settleInTime(asWorker(appOf(0)));
const moments = (...texts: string[]) => texts.map((text) => new Date(text));
const justBefore = (moment: string) => new Date(Date.parse(moment) - 1);

async function openMerchant(rules: MerchantRules, now: string) {
  clock.set(now);
  const staff = await insertMerchant(owner, rules);
  const counter = createCounter(appOf(0), staff);
  return { counter, merchantId: staff.merchantId };
}

async function expiriesOf(merchantId: string): Promise<{ at: Date; cents: number }[]> {
  const { rows } = await owner.query(
    `SELECT created_at AS at, amount_cents::int AS cents FROM ledger_entries
     WHERE merchant_id = $1 AND kind = 'expiry' ORDER BY id`,
    [merchantId],
  );
  return rows;
}

/** The cache itself, which a read looks behind when it is out of date. */
async function cachedBalance(merchantId: string): Promise<{ available: number; balance: number }> {
  const { rows } = await owner.query(
    `SELECT available_cents::int AS available, cashback_balance_cents::int AS balance FROM customers WHERE merchant_id = $1`,
    [merchantId],
  );
  return rows[0];
}

/**
 * A credit given at `now` that lives one day more ends at `end`, the start of a local day, whatever the
 * clocks did.
 */
const BORDERS = [
  { zone: 'America/Sao_Paulo', now: '2026-03-10T16:00:00Z', end: '2026-03-12T03:00:00Z' },
  { zone: 'America/Rio_Branco', now: '2026-03-10T16:00:00Z', end: '2026-03-12T05:00:00Z' },
  { zone: 'Asia/Tokyo', now: '2026-03-10T16:00:00Z', end: '2026-03-12T15:00:00Z' },
  // Midnight of 4 November 2018 did not exist: at 03:00Z it was 01:00 at once.
  { zone: 'America/Sao_Paulo', now: '2018-11-02T16:00:00Z', end: '2018-11-04T03:00:00Z' },
  // The day it began lasted 23 hours.
  { zone: 'America/Sao_Paulo', now: '2018-11-03T16:00:00Z', end: '2018-11-05T02:00:00Z' },
  // At 02:00Z of 17 February 2019 it was 23:00 of the 16th for a second time.
  { zone: 'America/Sao_Paulo', now: '2019-02-15T16:00:00Z', end: '2019-02-17T03:00:00Z' },
  { zone: 'America/Sao_Paulo', now: '2019-02-14T16:00:00Z', end: '2019-02-16T02:00:00Z' },
  { zone: 'Europe/Lisbon', now: '2026-03-27T16:00:00Z', end: '2026-03-29T00:00:00Z' },
  { zone: 'Europe/Lisbon', now: '2026-03-28T16:00:00Z', end: '2026-03-29T23:00:00Z' },
  { zone: 'Europe/Lisbon', now: '2026-10-23T16:00:00Z', end: '2026-10-24T23:00:00Z' },
  { zone: 'Europe/Lisbon', now: '2026-10-24T16:00:00Z', end: '2026-10-26T00:00:00Z' },
];

describe.each(BORDERS)('in $zone from $now', ({ zone, now, end }) => {
  test("a credit's expiry is posted from the start of the merchant's day, and no read notices when", async () => {
    const rules = { cashback_expires: true, cashback_expiration_days: 1, time_zone: zone };
    const { counter, merchantId } = await openMerchant(rules, now);
    const phone = freshPhone();
    await counter.earn(phone, 10_000);

    clock.set(justBefore(end));
    expect(await settle()).toEqual({ customers: 0, failed: 0 });
    expect(await counter.balance(phone)).toMatchObject({ availableCents: 500 });

    clock.set(end);
    const beforeTheJob = await counter.balance(phone);
    expect(beforeTheJob).toMatchObject({ availableCents: 0, maturingCents: 0, totalCashbackCents: 500 });
    expect(await cachedBalance(merchantId)).toEqual({ available: 500, balance: 500 });
    expect(await settle()).toEqual({ customers: 1, failed: 0 });
    expect(await cachedBalance(merchantId)).toEqual({ available: 0, balance: 0 });
    expect(await counter.balance(phone)).toEqual(beforeTheJob);
    expect(await expiriesOf(merchantId)).toEqual([{ at: new Date(end), cents: -500 }]);

    expect(await settle(), 'a second time there is nothing to do').toEqual({ customers: 0, failed: 0 });
  });

  test("a credit matures at the start of the merchant's day", async () => {
    const rules = { cashback_available_immediately: false, cashback_maturing_days: 2, time_zone: zone };
    const { counter, merchantId } = await openMerchant(rules, now);
    const phone = freshPhone();
    await counter.earn(phone, 10_000);
    clock.set(justBefore(end));
    expect(await settle()).toEqual({ customers: 0, failed: 0 });
    clock.set(end);
    const beforeTheJob = await counter.balance(phone);
    expect(beforeTheJob).toMatchObject({ availableCents: 500, maturingCents: 0 });
    expect(await settle()).toEqual({ customers: 1, failed: 0 });
    expect(await cachedBalance(merchantId)).toEqual({ available: 500, balance: 500 });
    expect(await counter.balance(phone)).toEqual(beforeTheJob);
  });
});

test('run each hour, it settles every merchant in the hour of its own midnight and in no other', async () => {
  const zones = ['America/Sao_Paulo', 'America/Rio_Branco', 'Asia/Tokyo'];
  const merchants: string[] = [];
  for (const zone of zones) {
    const rules = { cashback_expires: true, cashback_expiration_days: 1, time_zone: zone };
    const { counter, merchantId } = await openMerchant(rules, '2027-03-10T12:00:00Z');
    await counter.earn(freshPhone(), 10_000);
    merchants.push(merchantId);
  }
  for (let hour = 0; hour < 48; hour += 1) {
    await settle();
    clock.advance(HOUR_MS);
  }
  const settledAt = await Promise.all(
    merchants.map(async (id) => (await expiriesOf(id)).map(({ at }) => at)),
  );
  expect(settledAt).toEqual([
    moments('2027-03-12T03:00:00Z'),
    moments('2027-03-12T05:00:00Z'),
    moments('2027-03-11T15:00:00Z'),
  ]);
  await assertCleanLedger(database.ownerUrl);
});

test('after days of standing still one run catches up, maturing before expiring', async () => {
  const { counter, merchantId } = await openMerchant(
    {
      cashback_expires: true,
      cashback_expiration_days: 1,
      cashback_available_immediately: false,
      cashback_maturing_days: 1,
    },
    '2028-03-10T12:00:00Z',
  );
  const phone = freshPhone();
  for (let day = 0; day < 6; day += 1) {
    await counter.earn(phone, 10_000);
    clock.advance(DAY_MS);
  }
  const stillMaturing = await counter.balance(phone);
  clock.advance(9 * DAY_MS);
  expect(stillMaturing).not.toMatchObject({ availableCents: 0, maturingCents: 0 });
  expect(await settle()).toEqual({ customers: 1, failed: 0 });
  const expired = (await expiriesOf(merchantId)).reduce((sum, { cents }) => sum + cents, 0);
  expect(expired).toBe(-3_000);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 0, maturingCents: 0 });
  await assertCleanLedger(database.ownerUrl);
});

describe('with more customers than one transaction takes', () => {
  const CUSTOMERS = 250;
  const AT_ONCE = 5;

  async function openBusyMerchant(now: string) {
    const merchant = await openMerchant({ cashback_expires: true, cashback_expiration_days: 1 }, now);
    const phones = Array.from({ length: CUSTOMERS }, freshPhone);
    for (let start = 0; start < CUSTOMERS; start += AT_ONCE) {
      await Promise.all(
        phones.slice(start, start + AT_ONCE).map((phone) => merchant.counter.earn(phone, 10_000)),
      );
    }
    clock.advance(3 * DAY_MS);
    return { ...merchant, phones };
  }

  test('processes that run it at once settle each customer once between them', async () => {
    const { merchantId } = await openBusyMerchant('2029-03-10T12:00:00Z');
    const runs = await Promise.all([0, 1, 0, 1].map((index) => settleInTime(asWorker(appOf(index)))));
    const settled = runs.reduce((sum, run) => sum + run.customers, 0);
    expect(settled).toBe(CUSTOMERS);
    expect(await expiriesOf(merchantId)).toHaveLength(CUSTOMERS);
    await assertCleanLedger(database.ownerUrl);
  });

  test('a customer that fails, or that is locked elsewhere, stops no other', async () => {
    const { merchantId, counter, phones } = await openBusyMerchant('2030-03-10T12:00:00Z');
    const [bad, held] = await Promise.all([
      counter.balance(phones[0] ?? ''),
      counter.balance(phones[1] ?? ''),
    ]);
    await owner.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a bad lot'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON cashback_lots FOR EACH ROW WHEN (old.customer_id = '${bad.id}') EXECUTE FUNCTION refuse()`);
    const holder = await owner.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [held.id]);
    const log = { error: vi.fn() };
    try {
      expect(await settleInTime({ ...asWorker(appOf(0)), log })).toEqual({
        customers: CUSTOMERS - 2,
        failed: 1,
      });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
      await owner.query('DROP FUNCTION refuse CASCADE');
    }
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error.mock.calls[0]?.[0]).toMatchObject({ merchantId, customerId: bad.id });
    expect(await settle(), 'the next run does the rest').toEqual({ customers: 2, failed: 0 });
    await assertCleanLedger(database.ownerUrl);
  });

  test('told to stop, it stops after the transaction under way, and the rest stays due', async () => {
    await openBusyMerchant('2031-03-10T12:00:00Z');
    const stopping = new AbortController();
    const { tenancy } = appOf(0);
    const stopAfterOne: App['tenancy'] = {
      ...tenancy,
      withTenant: async (merchantId, run) => {
        const result = await tenancy.withTenant(merchantId, run);
        if (typeof result === 'number') stopping.abort();
        return result;
      },
    };
    const stopped = settleInTime({ ...appOf(0), tenancy: stopAfterOne }, stopping.signal);
    await expect(stopped).rejects.toThrow('aborted');
    expect(await settle()).toEqual({ customers: CUSTOMERS - 200, failed: 0 });
  });
});

test('expiry, redemptions and reads of one credit at the same midnight: one of them has it, and no read is negative', async () => {
  const { counter, merchantId } = await openMerchant(
    { cashback_expires: true, cashback_expiration_days: 1 },
    '2032-03-10T12:00:00Z',
  );
  // The second process's clock is still before midnight when the first one's is past it.
  const late = { now: () => justBefore('2032-03-12T03:00:00Z') };
  const behind = await openMoneyApp(database.appUrl, late);
  opened.push(behind);
  for (let round = 0; round < 25; round += 1) {
    clock.set('2032-03-10T12:00:00Z');
    const phone = freshPhone();
    await counter.earn(phone, 10_000);
    const links = [await counter.createRedemption(phone, 500), await counter.createRedemption(phone, 300)];
    await owner.query("UPDATE redemptions SET token_expires_at = '2032-04-01Z' WHERE merchant_id = $1", [
      merchantId,
    ]);
    clock.set('2032-03-12T03:00:00Z');
    const shown: number[] = [];
    const redeem = (link: { link: string }) =>
      createCounter(behind.app, { merchantId } as Parameters<typeof createCounter>[1])
        .redeem(link)
        .then(
          () => true,
          (error) => {
            if (error instanceof Refusal && error.code === 'insufficient_balance') return false;
            throw error;
          },
        );
    const read = async () => {
      const { availableCents, maturingCents } = await counter.balance(phone);
      shown.push(availableCents, maturingCents);
    };
    const [, first, , second] = await Promise.all([
      settle(),
      redeem(links[0] as { link: string }),
      settleInTime(asWorker(appOf(1))),
      redeem(links[1] as { link: string }),
      ...Array.from({ length: 4 }, read),
    ]);
    await settle();
    expect(Math.min(...shown)).toBeGreaterThanOrEqual(0);
    expect(first && second, 'both redemptions together are more than the credit').toBe(false);
    const { rows } = await owner.query(
      `SELECT kind, amount_cents::int AS cents FROM ledger_entries e JOIN customers c ON c.id = e.customer_id
       WHERE c.phone = $1 AND c.merchant_id = $2 AND kind <> 'accrual' ORDER BY e.id`,
      [phone, merchantId],
    );
    expect(
      rows.reduce((sum, row) => sum + row.cents, 0),
      'all of it went, once',
    ).toBe(-500);
    const redeemed = rows.filter((row) => row.kind === 'redemption').reduce((sum, row) => sum - row.cents, 0);
    expect(redeemed).toBe(first ? 500 : second ? 300 : 0);
    expect(await counter.balance(phone)).toMatchObject({ availableCents: 0, maturingCents: 0 });
  }
  await assertCleanLedger(database.ownerUrl);
});
