import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { type MailServer, startMailServer } from 'testing/mail-server';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assertCleanLedger } from '../test/clean-ledger.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import {
  type Counter,
  createCounter,
  createMovableClock,
  DAY_MS,
  HOUR_MS,
  insertMerchant,
  MINUTE_MS,
} from '../test/money-app.ts';
import { listOpenAlarms } from './alarms.sql.ts';
import { confirmExpiry } from './hold-expiry.ts';
import { sendAlarms } from './send-alarms.ts';
import { settleDueCustomers } from './settle-due-customers.ts';
import { undoExpiry } from './undo-expiry.ts';
import { verifyLedger } from './verify-ledger.ts';

const START = '2026-03-10T12:00:00Z';
const OPERATOR_TOKEN = 'the platform, and nobody else besides';
const ADDRESS = 'plantao@plataforma.example';

/** The database's clock: every transaction takes its moment from the one a test sets. */
const clock = createMovableClock(START);
let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let mails: MailServer;

beforeEach(async () => {
  clock.set(START);
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  mails = await startMailServer();
  const env = {
    OPERATOR_TOKEN,
    SMTP_URL: mails.url,
    MAIL_FROM: 'avisos@plataforma.example',
    PLATFORM_EMAIL: ADDRESS,
  };
  server = await startInProcessServer(database.appUrl, { clock, env });
});

afterEach(async () => {
  await server.close();
  await mails.close();
  await owner.end();
  await database.drop();
});

const settle = () => settleDueCustomers(server.app);

async function probe(): Promise<{ code: number; status: string; alarms: Record<string, unknown>[] }> {
  const headers = { host: '127.0.0.1', authorization: `Bearer ${OPERATOR_TOKEN}` };
  const { status, text } = await server.ask('/ledgerz', { headers });
  return { code: status, ...JSON.parse(text) };
}

/** A merchant whose credits live 180 days, and as many customers with this much cashback each. */
async function openMerchant(cashbackCents: number, customers = 1, days = 180) {
  const staff = await insertMerchant(owner, { cashback_expires: true, cashback_expiration_days: days });
  const counter = createCounter(server.app, staff);
  const phones = Array.from({ length: customers }, freshPhone);
  for (const phone of phones) await counter.earn(phone, cashbackCents * 20);
  return { merchantId: staff.merchantId, counter, phones };
}

async function kindsOf(merchantId: string): Promise<string[]> {
  const { rows } = await owner.query('SELECT kind FROM ledger_entries WHERE merchant_id = $1 ORDER BY id', [
    merchantId,
  ]);
  return rows.map(({ kind }) => kind);
}

const availableOf = async (counter: Counter, phone: string) => (await counter.balance(phone)).availableCents;

describe('a database whose clock jumps', () => {
  test('by 200 days expires nothing of a platform, however small, and calls until it is right again', async () => {
    const merchants = [await openMerchant(500), await openMerchant(50_000, 2)];
    expect(await settle()).toEqual({ customers: 0, failed: 0 });
    clock.advance(200 * DAY_MS);
    expect(await settle()).toEqual({ customers: 0, failed: 0 });
    for (const { merchantId } of merchants) expect(await kindsOf(merchantId)).not.toContain('expiry');
    const details = { dueCents: 100_500, openCents: 100_500, elapsedHours: 4_800 };
    expect(await probe()).toMatchObject({
      code: 503,
      status: 'alarm',
      alarms: [{ kind: 'expiry_held', merchantId: null, details }],
    });

    clock.set(START);
    clock.advance(MINUTE_MS);
    expect(await settle()).toEqual({ customers: 0, failed: 0 });
    expect(await listOpenAlarms(server.app.tenancy)).toEqual([]);
    for (const { counter, phones } of merchants)
      expect(await availableOf(counter, phones[0] ?? '')).toBeGreaterThan(0);
    await assertCleanLedger(database.ownerUrl);
  });

  test.each([
    ['back by 200 days', -200 * DAY_MS],
    ['on by 3 seconds', 3_000],
  ])('%s expires nothing and raises no alarm', async (_name, jumpMs) => {
    const { merchantId } = await openMerchant(500);
    await settle();
    clock.advance(jumpMs);
    expect(await settle()).toEqual({ customers: 0, failed: 0 });
    expect(await kindsOf(merchantId)).toEqual(['accrual']);
    expect(await listOpenAlarms(server.app.tenancy)).toEqual([]);
  });

  test('holds the one merchant that loses most of its credit, and the others go on', async () => {
    await openMerchant(1_000_000, 1, 3_650);
    const honest = await openMerchant(5_000, 1, 20);
    const hit = await openMerchant(60_000, 1, 30);
    await settle();
    clock.advance(40 * DAY_MS);
    expect(await settle()).toEqual({ customers: 1, failed: 0 });
    expect(await kindsOf(honest.merchantId), 'less than the floor').toEqual(['accrual', 'expiry']);
    expect(await kindsOf(hit.merchantId)).toEqual(['accrual']);
    clock.advance(MINUTE_MS);
    expect(await settle(), 'a minute later it is held all the same').toEqual({ customers: 0, failed: 0 });
    expect((await probe()).alarms).toMatchObject([
      { merchantId: hit.merchantId, details: { dueCents: 60_000 } },
    ]);

    expect(await confirmExpiry(server.app, hit.merchantId, 'Ana')).toEqual({ dueCents: 60_000 });
    expect(await confirmExpiry(server.app, hit.merchantId, 'Ana'), 'once').toBeUndefined();
    expect(await settle()).toEqual({ customers: 1, failed: 0 });
    expect(await kindsOf(hit.merchantId)).toEqual(['accrual', 'expiry']);
    const { rows } = await owner.query('SELECT ended_by FROM operations.alarms');
    expect(rows).toEqual([{ ended_by: 'Ana' }]);
    await assertCleanLedger(database.ownerUrl);
  });

  test('tells the platform once by e-mail, however often the job runs', async () => {
    await openMerchant(500);
    await settle();
    clock.advance(200 * DAY_MS);
    await settle();
    const jobs = async () =>
      (await owner.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send-alarms'")).rowCount;
    expect(await jobs()).toBe(1);
    await sendAlarms(server.app);
    expect(mails.messages).toMatchObject([
      { recipients: [ADDRESS], subject: expect.stringContaining('expiry_held') },
    ]);
    await owner.query('DELETE FROM graphile_worker._private_jobs');
    await settle();
    await sendAlarms(server.app);
    expect(await jobs()).toBe(0);
    expect(mails.messages).toHaveLength(1);
  });
});

describe('time that has honestly passed', () => {
  test("expires all of a merchant's one promotional day in a minute, without an alarm", async () => {
    const { merchantId } = await openMerchant(50_000, 3, 30);
    clock.set('2026-04-10T02:59:30Z');
    await owner.query('INSERT INTO operations.expiry_progress (settled_until) VALUES ($1)', [clock.now()]);
    clock.advance(MINUTE_MS);
    expect(await settle()).toEqual({ customers: 3, failed: 0 });
    expect((await kindsOf(merchantId)).filter((kind) => kind === 'expiry')).toHaveLength(3);
    expect(await listOpenAlarms(server.app.tenancy)).toEqual([]);
  });

  test('while nothing ran is confirmed by a command, and what a second jump makes due is not', async () => {
    const first = await openMerchant(500, 1, 30);
    const second = await openMerchant(500, 1, 300);
    await settle();
    clock.advance(40 * DAY_MS);
    await settle();
    expect(await confirmExpiry(server.app, null, 'Ana')).toEqual({ dueCents: 500 });
    clock.advance(300 * DAY_MS);
    expect(await settle(), 'judged again').toEqual({ customers: 0, failed: 0 });
    clock.advance(-300 * DAY_MS);
    expect(await settle()).toEqual({ customers: 1, failed: 0 });
    expect(await kindsOf(first.merchantId)).toEqual(['accrual', 'expiry']);
    expect(await kindsOf(second.merchantId)).toEqual(['accrual']);
  });
});

describe('a mass expiry by a wrong clock, undone', () => {
  const STATE = `
    SELECT json_build_object(
      'customers', (SELECT json_agg(c ORDER BY c.id) FROM (SELECT id, available_cents, cashback_balance_cents,
        total_cashback_cents, total_spent_cents, balance_changes_at FROM customers) c),
      'lots', (SELECT json_agg(l ORDER BY l.id) FROM cashback_lots l)) AS state`;
  const state = async () => (await owner.query(STATE)).rows[0].state;
  /** Expires everything under a clock 200 days ahead; the hold is confirmed by mistake. */
  async function expireEverything() {
    clock.advance(200 * DAY_MS);
    await settle();
    await confirmExpiry(server.app, null, 'by mistake');
    await settle();
  }
  const undo = (merchantId: string) => undoExpiry(server.app, merchantId, 'Ana');
  async function verify(merchantId: string) {
    const found: object[] = [];
    await verifyLedger(server.app, [merchantId], (difference) => found.push(difference));
    return found;
  }

  test('every balance, lot and rollup is what it was, and a purchase afterwards has a lot of today', async () => {
    const { merchantId, counter, phones } = await openMerchant(50_000, 3);
    const [phone = '', other = ''] = phones;
    await counter.spend(phone, 1_000);
    await counter.merge(phone, other);
    clock.advance(DAY_MS);
    await settle();
    await counter.earn(phone, 10_000);
    const before = await state();
    const rightNow = clock.now();

    await expireEverything();
    expect(await availableOf(counter, phone)).toBe(0);
    expect((await kindsOf(merchantId)).filter((kind) => kind === 'expiry').length).toBeGreaterThanOrEqual(4);
    clock.set(rightNow);
    clock.advance(HOUR_MS);
    expect((await verify(merchantId))[0]).toMatchObject({
      check: "nothing is dated later than the database's now",
    });

    const undone = await undo(merchantId);
    expect(undone).toEqual({ customers: 2, cents: 149_500, datedAhead: [] });
    expect(await state()).toEqual(before);
    expect(await verify(merchantId)).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
    expect(await undo(merchantId), 'a second time there is nothing to do').toMatchObject({
      customers: 0,
      cents: 0,
    });

    const { transactionId } = await counter.earn(phone, 10_000);
    const { rows } = await owner.query('SELECT created_at FROM cashback_lots WHERE id = $1', [transactionId]);
    expect(rows[0].created_at).toEqual(clock.now());
    expect(await verify(merchantId)).toEqual([]);
  });

  test('the credits expire for good when their day has come, and can be undone again', async () => {
    const { merchantId, counter, phones } = await openMerchant(50_000);
    await settle();
    await expireEverything();
    clock.set(START);
    await undo(merchantId);
    await expireEverything();
    clock.set(START);
    expect(await undo(merchantId)).toMatchObject({ customers: 1, cents: 50_000 });
    expect(await availableOf(counter, phones[0] ?? '')).toBe(50_000);
    clock.advance(181 * DAY_MS);
    await settle();
    await confirmExpiry(server.app, null, 'Ana');
    await settle();
    expect(await availableOf(counter, phones[0] ?? '')).toBe(0);
    const pairs = ['expiry', 'expiry_reversal', 'expiry', 'expiry_reversal', 'expiry'];
    expect(await kindsOf(merchantId)).toEqual(['accrual', ...pairs]);
    expect(await verify(merchantId)).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
  });

  test('what was really done while the clock was ahead stays and is named', async () => {
    const { merchantId, counter, phones } = await openMerchant(50_000);
    const [phone = ''] = phones;
    await settle();
    await expireEverything();
    const { transactionId } = await counter.earn(phone, 20_000);
    clock.set(START);
    clock.advance(HOUR_MS);
    const undone = await undo(merchantId);
    expect(undone.datedAhead.map(({ what, id }) => `${what} ${id}`).sort()).toEqual([
      `credit ${transactionId}`,
      `purchase ${transactionId}`,
    ]);
    await counter.earn(phone, 10_000);
    expect(await verify(merchantId)).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
  });

  test('a purchase reversed while its credit had expired gives no credit back', async () => {
    const { merchantId, counter, phones } = await openMerchant(50_000);
    const purchase = await counter.earn(phones[0] ?? '', 10_000);
    await settle();
    await expireEverything();
    await counter.reversePurchase(purchase, 4_000);
    clock.set(START);
    clock.advance(HOUR_MS);
    expect(await undo(merchantId)).toMatchObject({ cents: 50_300 });
    expect(await availableOf(counter, phones[0] ?? '')).toBe(50_300);
    expect(await verify(merchantId)).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
  });

  test('a purchase reversed after its credit was spent gives none back where the spending was undone under the wrong clock', async () => {
    const { merchantId, counter } = await openMerchant(50_000);
    const phone = freshPhone();
    const purchase = await counter.earn(phone, 20_000);
    const redemption = await counter.spend(phone, 1_000);
    await counter.reversePurchase(purchase, 20_000);
    await settle();
    await expireEverything();
    await counter.reverseRedemption(redemption);
    clock.set(START);
    clock.advance(HOUR_MS);
    expect(await undo(merchantId)).toMatchObject({ cents: 50_000 });
    expect(await availableOf(counter, phone)).toBe(0);
    expect(await verify(merchantId)).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
  });

  test('loses nothing of purchases that go on meanwhile, nor when two undo it at once', async () => {
    const { merchantId, counter, phones } = await openMerchant(50_000, 4);
    await settle();
    await expireEverything();
    clock.set(START);
    clock.advance(HOUR_MS);
    const purchases = phones.map((phone) => counter.earn(phone, 40_000));
    const [first, second] = await Promise.all([undo(merchantId), undo(merchantId), ...purchases]);
    await undo(merchantId);
    expect(first.cents + second.cents).toBe(200_000);
    // Credit given before its customer's expiry was undone is dated ahead, and so it matures.
    for (const phone of phones) {
      const { availableCents, maturingCents } = await counter.balance(phone);
      expect(availableCents + maturingCents).toBe(52_000);
    }
    expect(await verify(merchantId)).toEqual([]);
    await assertCleanLedger(database.ownerUrl);
  });
});
