import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyScene } from '../test/money-scene.ts';

const scene = useMoneyScene();

test('an undone redemption gives each lot back what it took, with the lot’s own dates', async () => {
  const { till, phone } = scene;
  const never = await till.earn(phone, 20_000);
  await scene.setRules({
    cashback_expires: true,
    cashback_expiration_days: 30,
  });
  const dated = await till.earn(phone, 10_000);
  const lots = async () =>
    (
      await scene.owner.query(
        `SELECT id, remaining_cents::int AS remaining, available_at, expires_at FROM cashback_lots
         WHERE merchant_id = $1 ORDER BY remaining_cents`,
        [scene.staff.merchantId],
      )
    ).rows;
  const before = await lots();
  clock.advance(DAY_MS);
  const spent = await till.spend(phone, 1_200);
  expect(await till.reverseRedemption(spent)).toMatchObject({
    amountCents: 1_200,
    expiredCents: 0,
    recoveredCents: 0,
    balanceCents: 1_500,
  });
  expect(await lots()).toEqual(before);
  expect(await scene.entriesOf(spent.redemptionId)).toEqual([
    { kind: 'redemption', lot: dated.transactionId, cents: -500 },
    { kind: 'redemption', lot: never.transactionId, cents: -700 },
    { kind: 'redemption_reversal', lot: dated.transactionId, cents: 500 },
    { kind: 'redemption_reversal', lot: never.transactionId, cents: 700 },
  ]);
  await expect(till.redeem(spent)).rejects.toMatchObject({ code: 'invalid_token' });
});

test('what goes back to a lot that expired meanwhile counts for nothing', async () => {
  const { till, phone } = scene;
  await scene.setRules({
    cashback_expires: true,
    cashback_expiration_days: 5,
  });
  await till.earn(phone, 20_000);
  const spent = await till.spend(phone, 600);
  clock.advance(10 * DAY_MS);
  const undone = await till.reverseRedemption(spent);
  expect(undone).toMatchObject({ amountCents: 600, expiredCents: 600, balanceCents: 0 });
  expect(await till.balance(phone)).toMatchObject({ availableCents: 0, maturingCents: 0 });
});

test('a purchase reversed after its credit was spent is made up for when the spending is undone, once', async () => {
  const { till, phone } = scene;
  const sale = await till.earn(phone, 100_000);
  const other = await till.earn(phone, 20_000);
  const spent = await till.spend(phone, 6_000);
  // 5.000 of the sale's own are gone, and so is the other lot: all of it is missing.
  expect(await till.reversePurchase(sale, 60_000)).toMatchObject({ takenCents: 0, shortfallCents: 3_000 });
  expect(await till.reversePurchase(sale, 30_000)).toMatchObject({ takenCents: 0, shortfallCents: 1_500 });
  const undone = await till.reverseRedemption(spent);
  expect(undone).toMatchObject({ amountCents: 6_000, recoveredCents: 4_500, balanceCents: 1_500 });
  expect(await scene.entriesOf(undone.reversalId)).toEqual([
    { kind: 'accrual_reversal', lot: sale.transactionId, cents: -4_500 },
  ]);
  expect(await scene.record(phone)).toMatchObject({ cashback: 1_500, balance: 1_500 });
  // Nothing is owed any more: spending the rest and undoing that gives all of it back.
  const again = await till.spend(phone, 1_500);
  expect(await till.reverseRedemption(again)).toMatchObject({ recoveredCents: 0, balanceCents: 1_500 });
  expect(other.cashbackCents).toBe(1_000);
});

test('a redemption that was not confirmed, or was undone before, is refused', async () => {
  const { till, phone } = scene;
  await till.earn(phone, 20_000);
  const pending = await till.createRedemption(phone, 300);
  await expect(till.reverseRedemption(pending)).rejects.toMatchObject({ code: 'redemption_not_completed' });
  await till.redeem(pending);
  const operationId = randomUUID();
  const first = await till.reverseRedemption(pending, operationId);
  expect(await till.reverseRedemption(pending, operationId)).toEqual(first);
  await expect(till.reverseRedemption(pending)).rejects.toMatchObject({ code: 'already_reversed' });
  expect(await scene.record(phone)).toMatchObject({ balance: 1_000 });
});

test('twenty undoings of one redemption at once undo it once', async () => {
  const { till, phone } = scene;
  await till.earn(phone, 20_000);
  const spent = await till.spend(phone, 700);
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => till.reverseRedemption(spent)));
  expect(attempts.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
  expect(await scene.record(phone)).toMatchObject({ balance: 1_000 });
});
