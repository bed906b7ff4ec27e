import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyDatabase } from '../commands/verify-database.ts';
import { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  type Counter,
  createCounter,
  createMovableClock,
  DAY_MS,
  insertMerchant,
  type MovableClock,
  openMoneyApp,
} from '../test/money-app.ts';
import { correctLedger } from './correct-ledger.ts';
import { listLedgerDifferences } from './verify-ledger.sql.ts';
import type { LedgerDifference } from './verify-ledger.ts';
import { DATED_AHEAD } from './verify-ledger-dates.sql.ts';

/**
 * Changes made behind the product's back, by the rule that must name them. :places stand for ids of the
 * fixture below.
 */
const LIES: Record<string, string[]> = {
  'balance = sum of entries': [
    'UPDATE customers SET cashback_balance_cents = cashback_balance_cents + 1 WHERE id = :customer',
  ],
  'balance = what is left of the lots': [
    'UPDATE cashback_lots SET remaining_cents = remaining_cents - 1 WHERE id = :lot',
  ],
  'lot remaining = sum of its entries': [
    'UPDATE cashback_lots SET remaining_cents = remaining_cents - 1 WHERE id = :lot',
    "DELETE FROM ledger_entries WHERE lot_id = :lot AND kind = 'redemption'",
  ],
  'available = what is left of the matured lots': [
    'UPDATE customers SET available_cents = available_cents - 1 WHERE id = :customer',
    "UPDATE cashback_lots SET available_at = available_at + interval '400 days', expires_at = NULL WHERE id = :lot",
  ],
  'no lot matures or expires before the balance is said to change': [
    'UPDATE customers SET balance_changes_at = NULL WHERE id = :customer',
    "UPDATE customers SET balance_changes_at = balance_changes_at + interval '1 second' WHERE id = :customer",
    "UPDATE cashback_lots SET available_at = available_at + interval '2 days' WHERE id = :lot",
  ],
  'the balance changes only after the moment it is of': [
    'UPDATE customers SET balance_changes_at = balance_as_of WHERE id = :customer',
  ],
  'entries of a customer follow each other in time': [
    "UPDATE ledger_entries SET created_at = created_at - interval '2 days' WHERE source_id = :redemption",
  ],
  'total cashback = credits net of reversals': [
    'UPDATE customers SET total_cashback_cents = total_cashback_cents + 1 WHERE id = :customer',
  ],
  'total spent = sum of purchases': [
    'UPDATE customers SET total_spent_cents = total_spent_cents - 1 WHERE id = :customer',
  ],
  'last_purchase_at = newest purchase': [
    "UPDATE customers SET last_purchase_at = last_purchase_at - interval '1 second' WHERE id = :customer",
  ],
  'nothing is negative': [
    'UPDATE customers SET available_cents = -1 WHERE id = :customer',
    'UPDATE cashback_lots SET remaining_cents = -1 WHERE id = :lot',
    'UPDATE ledger_entries SET balance_after_cents = -1 WHERE lot_id = :lot',
  ],
  'balance after = sum of the entries so far': [
    'UPDATE ledger_entries SET balance_after_cents = balance_after_cents + 1 WHERE lot_id = :lot',
  ],
  'a completed redemption took its amount': [
    'DELETE FROM ledger_entries WHERE source_id = :redemption',
    'UPDATE redemptions SET amount_cents = amount_cents + 1 WHERE id = :redemption',
    "UPDATE redemptions SET status = 'pending', completed_at = NULL WHERE id = :redemption",
  ],
  'an undone redemption gave its amount back': [
    "DELETE FROM ledger_entries WHERE source_id = :undone AND kind = 'redemption_reversal'",
    'DELETE FROM redemption_reversals WHERE redemption_id = :undone',
    "UPDATE redemptions SET status = 'completed' WHERE id = :undone",
    "UPDATE redemptions SET status = 'reversed' WHERE id = :redemption",
  ],
  'a purchase counts its reversals': [
    'DELETE FROM purchase_reversals WHERE id = :reversal',
    'UPDATE purchase_reversals SET amount_cents = amount_cents - 1 WHERE id = :reversal',
    'UPDATE transactions SET reversed_amount_cents = reversed_amount_cents - 1 WHERE id = :reversed',
  ],
  'what is left of a purchase keeps the cashback of a purchase of that value': [
    'UPDATE transactions SET reversed_cashback_cents = reversed_cashback_cents - 1 WHERE id = :reversed',
    "UPDATE transactions SET status = 'completed' WHERE id = :reversed",
  ],
  'a correction moved what it says': [
    'UPDATE purchase_reversals SET taken_cents = taken_cents - 1, forgone_cents = forgone_cents + 1 WHERE id = :reversal',
    'UPDATE redemption_reversals SET recovered_cents = recovered_cents - 1 WHERE redemption_id = :undone',
    'UPDATE redemption_reversals SET expired_cents = 0 WHERE redemption_id = :undoneLate',
    'UPDATE adjustments SET amount_cents = amount_cents + 1 WHERE id = :adjustment',
    'UPDATE customer_merges SET moved_cents = moved_cents + 1 WHERE target_customer_id = :mended',
  ],
  'shortfalls were recovered by undone redemptions': [
    'UPDATE purchase_reversals SET recovered_cents = recovered_cents - 1 WHERE id = :reversal',
  ],
  'a merged record points at a living one with the merge that made it so': [
    'DELETE FROM customer_merges WHERE target_customer_id = :mended',
    'UPDATE customers SET phone = NULL, merged_into_id = :stranger WHERE id = :mended',
  ],
  'lot amount = the credit that opened it': [
    'UPDATE cashback_lots SET amount_cents = amount_cents + 1 WHERE id = :lot',
    'UPDATE cashback_lots SET amount_cents = amount_cents + 1 WHERE id = :adjustment',
  ],
  'one credit of the right amount for each confirmed purchase': [
    "DELETE FROM ledger_entries WHERE source_id = :lot AND kind = 'accrual'",
    'UPDATE transactions SET qr_scanned = false, qr_scanned_at = NULL WHERE id = :lot',
    `INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
     SELECT merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at
     FROM ledger_entries WHERE source_id = :lot AND kind = 'accrual'`,
  ],
  'an entry comes from something that happened to its customer': [
    'UPDATE ledger_entries SET source_id = gen_random_uuid() WHERE source_id = :redemption',
    "UPDATE ledger_entries SET source_id = gen_random_uuid() WHERE source_id = :lot AND kind = 'accrual'",
    "UPDATE ledger_entries SET source_id = gen_random_uuid() WHERE kind = 'expiry' AND customer_id = :customer",
    'DELETE FROM adjustments WHERE id = :adjustment',
    'DELETE FROM customer_merges WHERE target_customer_id = :mended',
    'UPDATE transactions SET customer_id = :stranger WHERE id = :lot',
  ],
  'entry belongs to the customer of its lot': [
    'UPDATE cashback_lots SET customer_id = :stranger WHERE id = :lot',
  ],
  'lot spent only while it lives': [
    "UPDATE ledger_entries SET created_at = created_at - interval '2 days' WHERE source_id = :redemption",
    "UPDATE ledger_entries SET created_at = created_at + interval '300 days' WHERE source_id = :redemption",
  ],
  'no more is put back into a lot than had expired of it': [
    `INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
     SELECT merchant_id, customer_id, id, 'expiry_reversal', gen_random_uuid(), 1, 1, created_at FROM cashback_lots WHERE id = :lot`,
  ],
  [DATED_AHEAD]: [
    "UPDATE ledger_entries SET created_at = now() + interval '1 hour' WHERE source_id = :redemption",
    "UPDATE cashback_lots SET created_at = now() + interval '1 hour' WHERE id = :lot",
    "UPDATE customers SET balance_as_of = now() + interval '1 hour' WHERE id = :customer",
    "UPDATE transactions SET created_at = now() + interval '1 hour' WHERE id = :lot",
    "UPDATE transactions SET qr_scanned_at = now() + interval '1 hour' WHERE id = :lot",
    "UPDATE redemptions SET completed_at = now() + interval '1 hour' WHERE id = :redemption",
  ],
  'lot expires only after its life': [
    "UPDATE ledger_entries SET created_at = created_at - interval '20 days' WHERE kind = 'expiry' AND customer_id = :customer",
  ],
};

/**
 * A customer with one of everything that puts a mistake right: a purchase reversed after its credit was
 * spent, the spending undone, one undone after its lot had expired, an adjustment, and a second record
 * merged.
 */
async function mendMistakes(counter: Counter, clock: MovableClock): Promise<Record<string, string>> {
  const [phone, second] = [freshPhone(), freshPhone()];
  const old = await counter.earn(phone, 10_000);
  const late = await counter.spend(phone, 400);
  clock.advance(40 * DAY_MS);
  const purchase = await counter.earn(phone, 50_000);
  const spent = await counter.spend(phone, 2_000);
  const { reversalId } = await counter.reversePurchase(purchase, 50_000);
  await counter.reverseRedemption(spent);
  await counter.reverseRedemption(late);
  await counter.reversePurchase(old, 5_000);
  const { adjustmentId } = await counter.adjust(phone, 700);
  await counter.earn(second, 20_000);
  const { customerId } = await counter.merge(phone, second);
  return {
    mended: customerId,
    reversed: purchase.transactionId,
    reversal: reversalId,
    undone: spent.redemptionId,
    undoneLate: late.redemptionId,
    adjustment: adjustmentId,
  };
}

/**
 * Drops the constraints that would refuse most of the lies; the verifier must see these without that help.
 */
const WITHOUT_CONSTRAINTS = `
  DROP INDEX ledger_entries_effect_key;
  ALTER TABLE customers DROP CONSTRAINT customers_available_not_negative,
    DROP CONSTRAINT customers_balance_covers_available;
  ALTER TABLE cashback_lots DROP CONSTRAINT cashback_lots_remaining_range;
  ALTER TABLE transactions DROP CONSTRAINT transactions_reversed_share;
  ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_balance_not_negative`;

let database: TestDatabase;
let owner: pg.Pool;
let merchantId: string;
let places: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  const clock = createMovableClock('2020-03-10T12:00:00Z');
  const { app, close } = await openMoneyApp(database.appUrl, clock);
  const staff = await insertMerchant(owner, { cashback_expires: true, cashback_expiration_days: 30 });
  merchantId = staff.merchantId;
  const counter = createCounter(app, staff);
  const [phone, stranger] = [freshPhone(), freshPhone()];
  await counter.earn(stranger, 70_000);
  // A lot that expired, one that is spent in part, and an unconfirmed purchase.
  await counter.earn(phone, 10_000);
  clock.advance(40 * DAY_MS);
  const { transactionId: lot } = await counter.earn(phone, 100_000);
  clock.advance(DAY_MS);
  const redemption = await counter.createRedemption(phone, 2_000);
  await counter.redeem(redemption);
  await counter.issue(phone, 30_000);
  places = {
    customer: (await counter.balance(phone)).id,
    stranger: (await counter.balance(stranger)).id,
    lot,
    redemption: redemption.redemptionId,
    ...(await mendMistakes(counter, clock)),
  };
  await close();
});

afterAll(async () => {
  await owner.end();
  await database.drop();
});

test('a ledger that only the product has written to has no difference', async () => {
  const { entries, ...summary } = await verifyDatabase(database.ownerUrl, () => expect.unreachable());
  expect(summary).toEqual({ merchants: 1, differences: 0 });
  expect(entries).toBeGreaterThan(0);
});

for (const [rule, lies] of Object.entries(LIES)) {
  test(`found broken by its name: ${rule}`, async () => {
    for (const lie of lies) expect(await afterLie(lie, rulesBroken), lie).toContain(rule);
  });
}

for (const [rule, lies] of Object.entries(LIES)) {
  if (rule === DATED_AHEAD) continue;
  test(`a merchant is never held for ever: ${rule}`, async () => {
    for (const lie of lies) {
      const left = await afterLie(lie, async (tx) => {
        const tenancy = {
          withTenant: <Result>(_: string, work: (given: typeof tx) => Promise<Result>) => work(tx),
        };
        await correctLedger({ tenancy }, merchantId, { by: 'plantão', reason: lie });
        return await rulesBroken(tx);
      });
      expect(left, lie).toEqual([]);
    }
  });
}

test('a difference says whose it is, what the ledger says and what was found', async () => {
  await owner.query('UPDATE customers SET total_spent_cents = 1 WHERE id = $1', [places.stranger]);
  const differences: LedgerDifference[] = [];
  await verifyDatabase(database.ownerUrl, (difference) => differences.push(difference));
  expect(differences).toEqual([
    {
      merchantId,
      check: 'total spent = sum of purchases',
      customerId: places.stranger,
      subjectId: null,
      expected: '70000',
      found: '1',
    },
  ]);
});

/** Makes a wrong change, works on what it left, and takes everything back. */
async function afterLie<Result>(
  lie: string,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  const client = await owner.connect();
  try {
    await client.query(`BEGIN; ${WITHOUT_CONSTRAINTS}`);
    const { rowCount } = await client.query(lie.replace(/:(\w+)/g, (_, place) => `'${places[place]}'`));
    expect(rowCount, lie).toBeGreaterThan(0);
    const query = async <Row>({ text }: { text: string }, values: unknown[]): Promise<Row[]> =>
      (await client.query(text, values)).rows;
    const prisma = () => Promise.reject(new Error('the proof reads by SQL'));
    return await work({ merchantId, now: Moment.at(Date.now()), query, prisma });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function rulesBroken(tx: TenantTransaction): Promise<string[]> {
  const checks: string[] = [];
  for await (const { check } of listLedgerDifferences(tx)) checks.push(check);
  return checks;
}
