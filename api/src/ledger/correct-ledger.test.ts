import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { DAY_MS, settleInTime } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { correctLedger } from './correct-ledger.ts';

const fixture = useMoneyFixture();

const CHAIN = 'balance after = sum of the entries so far';

/** What is wrong from then on, found and corrected; the rules that it stays a known difference of. */
const WRONGS: Record<string, { make: (phone: string) => Promise<unknown>; stays: string[] }> = {
  'balance and totals': {
    make: (phone) =>
      change('customers', 'cashback_balance_cents = 7, available_cents = 3, total_spent_cents = 1', phone),
    stays: [],
  },
  'when the balance changes': {
    make: (phone) => change('customers', 'balance_changes_at = NULL', phone),
    stays: [],
  },
  'what is left of a lot': {
    make: (phone) => change('cashback_lots', 'remaining_cents = remaining_cents - 50', phone),
    stays: [],
  },
  'what an entry says is left': {
    make: (phone) => change('ledger_entries', 'balance_after_cents = balance_after_cents + 50', phone),
    stays: [CHAIN],
  },
  'what expired of a lot, too little': {
    make: async (phone) => {
      await change('cashback_lots', 'remaining_cents = remaining_cents - 50', phone);
      await expire();
    },
    stays: [CHAIN],
  },
  'what expired of a lot, too much': {
    make: async (phone) => {
      await change('cashback_lots', 'remaining_cents = remaining_cents + 50', phone);
      await expire();
    },
    stays: [CHAIN],
  },
  'what was spent of a lot': {
    make: async (phone) => {
      await change('cashback_lots', 'remaining_cents = remaining_cents + 50', phone);
      await change('customers', 'cashback_balance_cents = 1750, available_cents = 1750', phone);
      await fixture.counter.spend(phone, 1_750);
    },
    stays: ['no more is put back into a lot than had expired of it', CHAIN],
  },
};

// The fixture verifies the ledger and its rollups after each.
test.each(Object.entries(WRONGS))(
  'once corrected, the ledger goes on as if it had been right: %s',
  async (...given) => {
    const [reason, { make, stays }] = given;
    const { app, counter, phone, staff } = fixture;
    await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 30 });
    const merged = freshPhone();
    await counter.earn(merged, 20_000);
    await counter.earn(phone, 20_000);
    await counter.spend(phone, 300);
    await counter.merge(phone, merged);
    const correct = () => correctLedger(app, staff.merchantId, { by: 'plantão', reason });
    expect(await correct()).toEqual({ found: 0, staying: [] });

    await make(phone);
    const { found, staying } = await correct();
    expect(found).toBeGreaterThan(0);
    expect([...new Set(staying.map(({ check }) => check))]).toEqual(stays);
    expect(await correct(), 'is known').toEqual({ found: 0, staying: [] });
    await counter.earn(phone, 20_000);
    const spent = await counter.spend(phone, 100);
    await counter.reverseRedemption(spent);
    clock.advance(DAY_MS);
    await counter.adjust(phone, 500);
    await expire();
    expect((await counter.balance(phone)).availableCents).toBe(0);
  },
);

test('nothing else is known: not what was derived, nor the same entry with another amount', async () => {
  const { app, counter, phone, staff } = fixture;
  await counter.earn(phone, 20_000);
  const correct = () => correctLedger(app, staff.merchantId, { by: 'plantão', reason: 'teste' });
  for (const _ of ['once', 'again']) {
    await change('customers', 'total_spent_cents = 1', phone);
    expect((await correct()).found).toBe(1);
    await change('ledger_entries', 'balance_after_cents = balance_after_cents + 1', phone);
    expect((await correct()).found).toBe(1);
  }
});

test('a customer whose money never moved has nothing again', async () => {
  const { app, counter, phone, staff } = fixture;
  await counter.issue(phone, 20_000);
  await change('customers', 'cashback_balance_cents = 7, available_cents = 3', phone);
  const correction = await correctLedger(app, staff.merchantId, { by: 'plantão', reason: 'teste' });
  expect(correction).toMatchObject({ staying: [] });
  expect((await counter.balance(phone)).availableCents).toBe(0);
});

async function expire(): Promise<void> {
  clock.advance(400 * DAY_MS);
  await settleInTime(fixture.app);
}

/** Changes the customer's newest row of a table behind the product's back. */
async function change(table: string, change: string, phone: string): Promise<void> {
  const { rowCount } = await fixture.owner.query(
    `UPDATE ${table} t SET ${change} FROM customers c
     WHERE c.merchant_id = $1 AND c.phone = $2 AND t.merchant_id = $1
       AND ${table === 'customers' ? 't.id' : 't.customer_id'} = c.id
       AND t.id = (SELECT n.id FROM ${table} n WHERE n.merchant_id = $1
         AND ${table === 'customers' ? 'n.id' : 'n.customer_id'} = c.id ORDER BY n.created_at DESC, n.id DESC LIMIT 1)`,
    [fixture.staff.merchantId, phone],
  );
  expect(rowCount).toBe(1);
}
