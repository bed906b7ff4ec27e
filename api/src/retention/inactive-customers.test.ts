import { INACTIVITY_NOTICE_DAYS } from 'domain/retention';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eraseCustomer } from '../customers/erase-customer.ts';
import { endNotice, extendNotice, findNotice } from '../inactivity/inactivity-notices.sql.ts';
import { setSettledUntil } from '../ledger/hold-expiry.sql.ts';
import { Moment } from '../lib/moment.ts';
import { asWorker } from '../test/as-worker.ts';
import { beforeStatement } from '../test/before-statement.ts';
import { createCounter, insertMerchant, setRules, settleInTime } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { eraseInactive } from './erase-inactive.ts';
import { noticeInactive } from './notice-inactive.ts';

const fixture = useMoneyFixture();
const SECOND = 1_000;
const DAY = 86_400_000;
/** The only movement of the test's customer. */
const MOVED = new Date('2026-03-10T12:00:00.000Z');
/** The period of 24 months ends here, and the notice is due 30 days before. */
const ENDS = new Date('2028-03-10T12:00:00.000Z');
const NOTICE = new Date(ENDS.getTime() - INACTIVITY_NOTICE_DAYS * DAY);

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
/** The job beside others that were never held up. */
const worker = () => asWorker(fixture.app);
const notice = () => noticeInactive(worker());
async function erase(app = worker()): Promise<number> {
  await setSettledUntil(app.tenancy, await app.tenancy.now());
  return await eraseInactive(app);
}
const withTenant: (typeof fixture.app.tenancy)['withTenant'] = (...call) =>
  fixture.app.tenancy.withTenant(...call);
const erasesAt = async () =>
  (await withTenant(fixture.staff.merchantId, (tx) => findNotice(tx, customerId)))?.erases_at;
const isErased = async () =>
  (await fixture.owner.query('SELECT FROM customers WHERE id = $1 AND erased_at IS NOT NULL', [customerId]))
    .rowCount === 1;

let customerId: string;
let other: pg.Client;

beforeAll(async () => {
  other = new pg.Client({ connectionString: fixture.database.ownerUrl });
  await other.connect();
});
afterAll(() => other?.end());

beforeEach(async () => {
  // Merchants of earlier tests are none of this one's.
  await fixture.owner.query('DELETE FROM inactivity_notices');
  await fixture.owner.query('DELETE FROM operations.inactivity_progress');
  clock.set(MOVED);
  await fixture.setRules({ inactivity_months: 24, cashback_expires: false });
  await fixture.counter.earn(fixture.phone, 100_000);
  customerId = (await fixture.counter.balance(fixture.phone)).id;
  // Registered by the database's own clock.
  await fixture.owner.query('UPDATE customers SET created_at = $2 WHERE id = $1', [customerId, MOVED]);
  await fixture.owner.query(`UPDATE merchants SET inactivity_months = 120 WHERE id <> $1`, [
    fixture.staff.merchantId,
  ]);
});

/** Until a transaction of this database waits for another's lock. */
async function untilBlocked(): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await fixture.owner.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBe(1);
    },
    { timeout: 60_000, interval: 5 },
  );
}

/** Has the customer noticed on the first possible day. */
async function toNotice(): Promise<void> {
  clock.set(NOTICE);
  expect(await notice()).toBe(1);
}

test('the notice is given 30 days before the end and not a second earlier; the erasure is no earlier either', async () => {
  clock.set(after(NOTICE, -SECOND));
  expect(await notice()).toBe(0);
  await toNotice();
  expect(await notice(), 'once').toBe(0);
  expect(await erasesAt()).toEqual(ENDS);
  clock.set(after(ENDS, -SECOND));
  expect(await erase()).toBe(0);
  expect(await isErased()).toBe(false);
  clock.set(ENDS);
  expect(await erase()).toBe(1);
  expect(await isErased()).toBe(true);
  const { rows } = await fixture.owner.query(
    'SELECT basis, requested_by, forfeited_cents::int AS cents FROM erasures WHERE customer_id = $1',
    [customerId],
  );
  expect(rows).toEqual([{ basis: 'retention', requested_by: null, cents: 5_000 }]);
  const { rowCount } = await fixture.owner.query('SELECT FROM inactivity_notices WHERE customer_id = $1', [
    customerId,
  ]);
  expect(rowCount).toBe(0);
  expect(await erase(), 'nobody twice').toBe(0);
});

const MOVEMENTS: Record<string, () => Promise<unknown>> = {
  'a purchase': () => fixture.counter.issue(fixture.phone, 1_000),
  'a redemption': () => fixture.counter.createRedemption(fixture.phone, 100),
  'a correction': () => fixture.counter.adjust(fixture.phone, -100),
  'an answer on offers': () =>
    fixture.owner.query(
      `INSERT INTO consents (merchant_id, id, customer_id, channel, is_given, text_version, source, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'whatsapp', false, 1, 'my_data', $3)`,
      [fixture.staff.merchantId, customerId, clock.now()],
    ),
  'the link of the notice': () => withTenant(fixture.staff.merchantId, (tx) => endNotice(tx, customerId)),
};

test.each(Object.entries(MOVEMENTS))(
  '%s between notice and end keeps the customer for a whole period',
  async (_, move) => {
    await toNotice();
    const moved = after(ENDS, -SECOND);
    clock.set(moved);
    await move();
    expect(await erasesAt()).toBeUndefined();
    clock.set(after(ENDS, DAY));
    expect(await erase()).toBe(0);
    expect(await notice()).toBe(0);
    clock.set(after(new Date('2030-03-10T12:00:00.000Z'), -INACTIVITY_NOTICE_DAYS * DAY));
    expect(await notice(), 'a new notice of a new period').toBe(1);
    expect(await erasesAt()).toEqual(after(new Date('2030-03-10T12:00:00.000Z'), 0));
    expect(await isErased()).toBe(false);
  },
);

test('a credit that expires is no movement', async () => {
  clock.set(MOVED);
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 600 });
  await fixture.counter.earn(fixture.phone, 10_000);
  clock.set(after(NOTICE, -DAY));
  expect(await settleInTime(fixture.app)).toEqual({ customers: 1, failed: 0 });
  await toNotice();
});

test('a shortened period erases nobody without a notice of 30 days; a lengthened one ends the notice', async () => {
  clock.set(after(MOVED, 500 * DAY));
  expect(await notice()).toBe(0);
  await fixture.setRules({ inactivity_months: 12 });
  expect(await erase()).toBe(0);
  expect(await notice()).toBe(1);
  const ends = after(MOVED, (500 + INACTIVITY_NOTICE_DAYS) * DAY);
  expect(await erasesAt()).toEqual(ends);
  clock.set(after(ends, -SECOND));
  expect(await erase()).toBe(0);
  await fixture.setRules({ inactivity_months: 60 });
  clock.set(ends);
  expect(await erasesAt()).toBeUndefined();
  expect(await erase()).toBe(0);
  expect(await isErased()).toBe(false);
});

test('a notice that is mailed late leaves 30 days all the same', async () => {
  await toNotice();
  clock.set(after(NOTICE, 10 * DAY));
  await withTenant(fixture.staff.merchantId, (tx) => extendNotice(tx, customerId, INACTIVITY_NOTICE_DAYS));
  expect(await erasesAt()).toEqual(after(ENDS, 10 * DAY));
});

test('who answers while a longer period suspends the notice is kept when the period is shortened again', async () => {
  await toNotice();
  await fixture.setRules({ inactivity_months: 36 });
  expect(await erasesAt()).toBeUndefined();
  expect(await withTenant(fixture.staff.merchantId, (tx) => endNotice(tx, customerId))).toBe(true);
  await fixture.setRules({ inactivity_months: 24 });
  clock.set(ENDS);
  expect(await erase()).toBe(0);
  expect(await isErased()).toBe(false);
});

const HOLDS = {
  'a request about the data is open': `INSERT INTO data_requests (merchant_id, id, kind, customer_id, phone, created_at, due_at)
    SELECT merchant_id, gen_random_uuid(), 'access', id, phone, now(), now() + interval '15 days' FROM customers WHERE id = $1`,
  'the merchant is not active': `UPDATE merchants SET is_active = false
    WHERE id = (SELECT merchant_id FROM customers WHERE id = $1)`,
};

test.each(Object.entries(HOLDS))('nobody is erased while %s', async (_, hold) => {
  await toNotice();
  await fixture.owner.query(hold, [customerId]);
  clock.set(ENDS);
  expect(await erase()).toBe(0);
  expect(await isErased()).toBe(false);
  await fixture.owner.query('UPDATE merchants SET is_active = true WHERE id = $1', [
    fixture.staff.merchantId,
  ]);
});

test('the database refuses a notice of less than 30 days', async () => {
  await expect(
    fixture.owner.query(
      `INSERT INTO inactivity_notices (merchant_id, customer_id, noticed_at, erases_at)
       VALUES ($1, $2, now(), now() + interval '29 days 23 hours')`,
      [fixture.staff.merchantId, customerId],
    ),
  ).rejects.toThrow('inactivity_notices_thirty_days');
});

test('while expiries are held because of the clock, nobody is erased', async () => {
  await toNotice();
  await setSettledUntil(fixture.app.tenancy, Moment.at(NOTICE));
  clock.set(ENDS);
  expect(await eraseInactive(worker())).toBe(0);
  expect(await isErased()).toBe(false);
});

test('two workers at once notice and erase each customer once', async () => {
  clock.set(NOTICE);
  const noticed = await Promise.all([notice(), notice()]);
  expect(noticed[0] + noticed[1]).toBe(1);
  clock.set(ENDS);
  await Promise.all([erase(), erase()]);
  const { rowCount } = await fixture.owner.query('SELECT FROM erasures WHERE customer_id = $1', [customerId]);
  expect(rowCount).toBe(1);
});

test('a customer who is being erased gets no notice; one that was written all the same is deleted on its day', async () => {
  clock.set(NOTICE);
  let noticing: Promise<number> | undefined;
  const tenancy = beforeStatement(fixture.app.tenancy, 'insert_erasure', async () => {
    noticing = notice();
    await Promise.race([noticing, untilBlocked()]);
  });
  await eraseCustomer(
    { ...fixture.app, tenancy },
    { merchantId: fixture.staff.merchantId, customerId, basis: 'request', staff: null, request: null },
  );
  expect(await noticing).toBe(0);
  await fixture.owner.query(
    'INSERT INTO inactivity_notices (merchant_id, customer_id, noticed_at, erases_at) VALUES ($1, $2, $3, $4)',
    [fixture.staff.merchantId, customerId, NOTICE, ENDS],
  );
  clock.set(ENDS);
  await erase();
  expect((await fixture.owner.query('SELECT FROM inactivity_notices')).rowCount).toBe(0);
});

test('a purchase that commits while the erasure waits for it keeps the customer', async () => {
  await toNotice();
  clock.set(ENDS);
  await other.query('BEGIN');
  await other.query('UPDATE customers SET last_purchase_at = $2 WHERE id = $1', [customerId, ENDS]);
  const erasing = erase();
  await untilBlocked();
  await other.query('COMMIT');
  expect(await erasing).toBe(0);
  expect(await isErased()).toBe(false);
  // The purchase that the row names does not exist.
  await fixture.owner.query('UPDATE customers SET last_purchase_at = $2 WHERE id = $1', [customerId, MOVED]);
});

test('a run that is cut short between two batches, or in one, is gone on with', async () => {
  const rows = 6;
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, created_at)
     SELECT $1, gen_random_uuid(), '119' || lpad(n::text, 8, '0'), $2 FROM generate_series(1, $3::int) n`,
    [fixture.staff.merchantId, MOVED, rows],
  );
  clock.set(NOTICE);
  const app = worker();
  const bounds = { rowsPerBatch: 3, batchesPerMerchant: 1, noticesPerMerchant: 100 };
  const broken = beforeStatement(app.tenancy, 'notice_next_inactive', () =>
    Promise.reject(new Error('killed')),
  );
  await expect(noticeInactive({ tenancy: broken }, undefined, bounds)).rejects.toThrow('killed');
  await expect(noticeInactive(app, AbortSignal.abort(), bounds)).rejects.toThrow('abort');
  const runs = [];
  for (let run = 0; run < 4; run += 1) runs.push(await noticeInactive(app, undefined, bounds));
  expect(runs, 'of 7, a batch each run, then from the beginning').toEqual([3, 3, 1, 0]);
  clock.set(ENDS);
  await setSettledUntil(app.tenancy, Moment.at(ENDS));
  expect(await eraseInactive(app, undefined, 4)).toBe(4);
  await expect(eraseInactive(app, AbortSignal.abort())).rejects.toThrow('abort');
  expect(await eraseInactive(app)).toBe(3);
});

test('a merchant with many notices, and a customer who cannot be erased, hold up no other', async () => {
  const second = await insertMerchant(fixture.owner);
  await setRules(fixture.owner, second.merchantId, { inactivity_months: 24 });
  const phone = freshPhone();
  clock.set(MOVED);
  await createCounter(fixture.app, second).earn(phone, 10_000);
  await fixture.owner.query('UPDATE customers SET created_at = $2 WHERE phone = $1', [phone, MOVED]);
  await fixture.owner.query(
    `INSERT INTO customers (merchant_id, id, phone, created_at)
     SELECT $1, gen_random_uuid(), '119' || lpad(n::text, 8, '0'), $2 FROM generate_series(1, 12) n`,
    [fixture.staff.merchantId, MOVED],
  );
  clock.set(NOTICE);
  const bounds = { rowsPerBatch: 2, batchesPerMerchant: 9, noticesPerMerchant: 3 };
  expect(await noticeInactive(worker(), undefined, bounds), '4 of 13, and the other one').toBe(5);
  clock.set(ENDS);
  const app = worker();
  let calls = 0;
  const tenancy = beforeStatement(app.tenancy, 'erase_traces', () => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
  });
  expect(await erase({ ...app, tenancy })).toBe(4);
  expect(await erase()).toBe(1);
});
