import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { adjustBalance } from '../customers/adjust-balance.ts';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { fingerprint } from '../test/tenant-rows.ts';

const fixture = useMoneyFixture();

test('an undone redemption gives each lot back what it took, with the lot’s own dates', async () => {
  const { counter, phone } = fixture;
  const never = await counter.earn(phone, 20_000);
  await fixture.setRules({
    cashback_expires: true,
    cashback_expiration_days: 30,
  });
  const dated = await counter.earn(phone, 10_000);
  const lots = async () =>
    (
      await fixture.owner.query(
        `SELECT id, remaining_cents::int AS remaining, available_at, expires_at FROM cashback_lots
         WHERE merchant_id = $1 ORDER BY remaining_cents`,
        [fixture.staff.merchantId],
      )
    ).rows;
  const before = await lots();
  clock.advance(DAY_MS);
  const spent = await counter.spend(phone, 1_200);
  expect(await counter.reverseRedemption(spent)).toMatchObject({
    amountCents: 1_200,
    expiredCents: 0,
    recoveredCents: 0,
    balanceCents: 1_500,
  });
  expect(await lots()).toEqual(before);
  expect(await fixture.entriesOf(spent.redemptionId)).toEqual([
    { kind: 'redemption', lot: dated.transactionId, cents: -500 },
    { kind: 'redemption', lot: never.transactionId, cents: -700 },
    { kind: 'redemption_reversal', lot: dated.transactionId, cents: 500 },
    { kind: 'redemption_reversal', lot: never.transactionId, cents: 700 },
  ]);
  await expect(counter.redeem(spent)).rejects.toMatchObject({ code: 'invalid_token' });
});

test('what goes back to a lot that expired meanwhile counts for nothing', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({
    cashback_expires: true,
    cashback_expiration_days: 5,
  });
  await counter.earn(phone, 20_000);
  const spent = await counter.spend(phone, 600);
  clock.advance(10 * DAY_MS);
  const undone = await counter.reverseRedemption(spent);
  expect(undone).toMatchObject({ amountCents: 600, expiredCents: 600, balanceCents: 0 });
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 0, maturingCents: 0 });
});

test('a purchase reversed after its credit was spent is made up for when the spending is undone, once', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 100_000);
  const other = await counter.earn(phone, 20_000);
  const spent = await counter.spend(phone, 6_000);
  // 5.000 of the purchase's own are gone, and so is the other lot: all of it is missing.
  expect(await counter.reversePurchase(purchase, 60_000)).toMatchObject({
    takenCents: 0,
    shortfallCents: 3_000,
  });
  expect(await counter.reversePurchase(purchase, 30_000)).toMatchObject({
    takenCents: 0,
    shortfallCents: 1_500,
  });
  const undone = await counter.reverseRedemption(spent);
  expect(undone).toMatchObject({ amountCents: 6_000, recoveredCents: 4_500, balanceCents: 1_500 });
  expect(await fixture.entriesOf(undone.reversalId)).toEqual([
    { kind: 'accrual_reversal', lot: purchase.transactionId, cents: -4_500 },
  ]);
  expect(await fixture.record(phone)).toMatchObject({ cashback: 1_500, balance: 1_500 });
  // Nothing is owed any more: spending the rest and undoing that gives all of it back.
  const again = await counter.spend(phone, 1_500);
  expect(await counter.reverseRedemption(again)).toMatchObject({ recoveredCents: 0, balanceCents: 1_500 });
  expect(other.cashbackCents).toBe(1_000);
});

test('a redemption that was not confirmed, or was undone before, is refused', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 20_000);
  const pending = await counter.createRedemption(phone, 300);
  await expect(counter.reverseRedemption(pending)).rejects.toMatchObject({
    code: 'redemption_not_completed',
  });
  await counter.redeem(pending);
  const requestId = randomUUID();
  const first = await counter.reverseRedemption(pending, requestId);
  expect(await counter.reverseRedemption(pending, requestId)).toEqual(first);
  await expect(counter.reverseRedemption(pending)).rejects.toMatchObject({ code: 'already_reversed' });
  expect(await fixture.record(phone)).toMatchObject({ balance: 1_000 });
});

test('ten undoings of one redemption at once undo it once', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 20_000);
  const spent = await counter.spend(phone, 700);
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => counter.reverseRedemption(spent)),
  );
  expect(attempts.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  expect(await fixture.record(phone)).toMatchObject({ balance: 1_000 });
});

test('entries that do not hold what was redeemed fail its reversal, lots what is taken the adjustment, and nothing is written', async () => {
  const { counter, owner, phone, staff } = fixture;
  await counter.earn(phone, 20_000);
  const spent = await counter.spend(phone, 400);
  const { id: customerId } = await counter.balance(phone);
  const change = (amountCents: number) =>
    adjustBalance(
      fixture.app,
      staff,
      { ip: '127.0.0.1' },
      { operationId: randomUUID(), customerId, amountCents, reason: 'teste' },
    );
  const tamper = async (remaining: number, cents: number) => {
    await owner.query(
      `WITH entry AS (UPDATE ledger_entries SET amount_cents = $3 WHERE merchant_id = $1 AND kind = 'redemption')
       UPDATE cashback_lots SET remaining_cents = $2 WHERE merchant_id = $1`,
      [staff.merchantId, remaining, cents],
    );
  };
  await tamper(100, -399);
  const before = await fingerprint(owner, staff.merchantId);
  await expect(change(-101)).rejects.toMatchObject({ code: 'adjustment_above_balance' });
  await expect(counter.reverseRedemption(spent)).rejects.toThrow('are 399 of 400');
  expect(await fingerprint(owner, staff.merchantId)).toEqual(before);
  await tamper(600, -400);
});
