import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { IssuedCashback } from '../cashback/issue-cashback.ts';
import type { CreatedRedemption } from '../redemptions/create-redemption.ts';
import { outcomeOf } from '../test/money/model-fixture.ts';
import { type Counter, DAY_MS, settleInTime } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';

const fixture = useMoneyFixture();

/** By how much the cached balance, and what of it is available, are not what the lots hold. */
const WRONG = [
  [50, 50],
  [-50, -50],
  [50, 0],
  [0, 50],
] as const;

interface Before {
  phone: string;
  /** Confirmed, a part of it spent by `spent`. */
  purchase: IssuedCashback;
  spent: CreatedRedemption;
  /** Not opened yet. */
  codes: { purchase: IssuedCashback; redemption: CreatedRedemption };
}

const MOVEMENTS: Record<string, (counter: Counter, before: Before) => Promise<unknown>> = {
  'a purchase is confirmed': (counter, { codes }) => counter.open(codes.purchase),
  'a redemption is confirmed': (counter, { codes }) => counter.redeem(codes.redemption),
  'credit is given by hand': (counter, { phone }) => counter.adjust(phone, 500),
  'credit is taken by hand': (counter, { phone }) => counter.adjust(phone, -500),
  'a purchase is reversed': (counter, { purchase }) => counter.reversePurchase(purchase, 5_000),
  'a redemption is reversed': (counter, { spent }) => counter.reverseRedemption(spent),
  'credit expires': async (counter, { phone }) => {
    clock.advance(400 * DAY_MS);
    await settleInTime(fixture.app);
    expect((await counter.balance(phone)).availableCents).toBe(0);
  },
  'another record is merged with it': async (counter, { phone }) => {
    const other = freshPhone();
    await counter.earn(other, 10_000);
    await counter.merge(phone, other);
  },
  'it is merged with another record': async (counter, { phone }) => {
    const other = freshPhone();
    await counter.earn(other, 10_000);
    await counter.merge(other, phone);
  },
};

// The fixture verifies the ledger after each: no entry and no cache may go on from what was wrong.
test.each(Object.entries(MOVEMENTS))('a wrong cached balance is right again once %s', async (_name, move) => {
  const { counter, setRules } = fixture;
  for (const [balanceCents, availableCents] of WRONG) {
    const phone = freshPhone();
    await setRules({ cashback_available_immediately: true, cashback_expires: true });
    const purchase = await counter.earn(phone, 20_000);
    const spent = await counter.spend(phone, 300);
    await setRules({ cashback_available_immediately: false, cashback_maturing_days: 20 });
    await counter.earn(phone, 2_000);
    const codes = {
      purchase: await counter.issue(phone, 10_000),
      redemption: await counter.createRedemption(phone, 200),
    };
    await skew(phone, balanceCents, availableCents);
    await move(counter, { phone, purchase, spent, codes });
  }
});

test('what the lots do not hold is not paid out, whatever the cached balance says', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 2_000);
  await skew(phone, 5_000, 5_000);
  const redemption = await counter.createRedemption(phone, 1_000);
  expect(await outcomeOf(counter.redeem(redemption))).toMatchObject({ refusal: 'insufficient_balance' });
  await skew(phone, -5_000, -5_000);
});

async function skew(phone: string, balanceCents: number, availableCents: number): Promise<void> {
  await fixture.owner.query(
    `UPDATE customers SET cashback_balance_cents = cashback_balance_cents + $3,
       available_cents = available_cents + $4 WHERE merchant_id = $1 AND phone = $2`,
    [fixture.staff.merchantId, phone, balanceCents, availableCents],
  );
}
