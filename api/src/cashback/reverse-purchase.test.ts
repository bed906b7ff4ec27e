import { randomUUID } from 'node:crypto';
import { cashbackCents } from 'domain/money';
import { expect, test } from 'vitest';
import type { StaffSession } from '../staff-session.ts';
import { createCounter, DAY_MS, HOUR_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { reversePurchase } from './reverse-purchase.ts';

const fixture = useMoneyFixture();

test('a whole reversal takes the credit from its own lot and the purchase out of every total', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  const first = await fixture.record(phone);
  clock.advance(DAY_MS);
  const purchase = await counter.earn(phone, 40_000);
  const reversal = await counter.reversePurchase(purchase, 40_000);
  expect(reversal).toMatchObject({
    cashbackCents: 2_000,
    takenCents: 2_000,
    shortfallCents: 0,
    balanceCents: 500,
  });
  expect(await fixture.entriesOf(reversal.reversalId)).toEqual([
    { kind: 'accrual_reversal', lot: purchase.transactionId, cents: -2_000 },
  ]);
  expect(await fixture.record(phone)).toEqual(first);
  await expect(counter.reversePurchase(purchase, 1)).rejects.toMatchObject({ code: 'already_reversed' });
});

test('partial reversals take back together exactly what one whole one does, centavo by centavo', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ rate_basis_points: 333 });
  const purchase = await counter.earn(phone, 999);
  let left = 999;
  for (const part of [1, 7, 15, 15, 100, 333, 528]) {
    const { balanceCents } = await counter.reversePurchase(purchase, part);
    left -= part;
    expect(balanceCents, `${left} left`).toBe(cashbackCents(left, 333));
  }
  expect(left).toBe(0);
  expect(await fixture.record(phone)).toMatchObject({ spent: 0, cashback: 0, balance: 0, last: null });
});

test('more than what is left of the purchase is refused with what is left, and changes nothing', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 10_000);
  await counter.reversePurchase(purchase, 4_000);
  await expect(counter.reversePurchase(purchase, 6_001)).rejects.toMatchObject({
    code: 'reversal_above_remaining',
    message: 'O estorno não pode passar do que resta da compra: R$\u00a060,00.',
  });
  expect(await fixture.record(phone)).toMatchObject({ spent: 6_000, balance: 300 });
});

test('what was reversed before the confirmation is never credited', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.issue(phone, 10_000);
  expect(await counter.reversePurchase(purchase, 4_000)).toMatchObject({
    cashbackCents: 200,
    takenCents: 0,
    shortfallCents: 0,
  });
  expect(await counter.open(purchase)).toMatchObject({
    amountCents: 6_000,
    cashbackCents: 300,
    availableCents: 300,
  });
  await counter.reversePurchase(purchase, 1_000);
  expect(await counter.open(purchase)).toMatchObject({
    amountCents: 6_000,
    cashbackCents: 300,
    availableCents: 250,
  });
});

test('the code of a purchase that was wholly reversed is no longer good, confirmed or not', async () => {
  const { counter, phone } = fixture;
  const unconfirmed = await counter.issue(phone, 10_000);
  const confirmed = await counter.earn(phone, 10_000);
  for (const purchase of [unconfirmed, confirmed]) {
    await counter.reversePurchase(purchase, 10_000);
    await expect(counter.open(purchase)).rejects.toMatchObject({ code: 'invalid_token' });
  }
  expect(await fixture.record(phone)).toMatchObject({ spent: 0, cashback: 0, balance: 0 });
});

test('who undoes a wrong number undoes only what nobody has confirmed', async () => {
  const { app, counter, staff, phone } = fixture;
  const undo = ({ transactionId }: { transactionId: string }) =>
    reversePurchase(
      app,
      staff,
      { ip: '127.0.0.1' },
      {
        operationId: randomUUID(),
        transactionId,
        amountCents: 10_000,
        reason: 'Número de telefone errado',
        onlyUnconfirmed: true,
      },
    );
  await expect(undo(await counter.earn(phone, 10_000))).rejects.toMatchObject({ code: 'already_confirmed' });
  expect(await fixture.record(phone)).toMatchObject({ spent: 10_000, balance: 500 });
  const unconfirmed = await counter.issue(phone, 10_000);
  expect(await undo(unconfirmed)).toMatchObject({ amountCents: 10_000, takenCents: 0 });
  await expect(counter.open(unconfirmed)).rejects.toMatchObject({ code: 'invalid_token' });
});

test('spent credit is taken from other lots, nearest expiry first and maturing ones too, and what is missing is a shortfall', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 100_000);
  await counter.spend(phone, 4_000);
  const never = await counter.earn(phone, 6_000);
  await fixture.setRules({
    cashback_expires: true,
    cashback_expiration_days: 30,
    cashback_available_immediately: false,
    cashback_maturing_days: 10,
  });
  const maturing = await counter.earn(phone, 8_000);
  const reversal = await counter.reversePurchase(purchase, 100_000);
  expect(await fixture.entriesOf(reversal.reversalId)).toEqual([
    { kind: 'accrual_reversal', lot: purchase.transactionId, cents: -1_000 },
    { kind: 'accrual_reversal', lot: maturing.transactionId, cents: -400 },
    { kind: 'accrual_reversal', lot: never.transactionId, cents: -300 },
  ]);
  expect(reversal).toMatchObject({
    cashbackCents: 5_000,
    takenCents: 1_700,
    shortfallCents: 3_300,
    balanceCents: 0,
  });
  expect(await fixture.record(phone)).toMatchObject({ spent: 14_000, cashback: 4_000, balance: 0 });
});

test('credit that expired unused is not taken a second time from other credits', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({
    cashback_expires: true,
    cashback_expiration_days: 5,
  });
  const purchase = await counter.earn(phone, 100_000);
  await counter.spend(phone, 1_500);
  clock.advance(10 * DAY_MS);
  await counter.earn(phone, 80_000);
  // 1.500 of the 5.000 were spent and 3.500 expired: reversing the first half stays within what expired.
  expect(await counter.reversePurchase(purchase, 50_000)).toMatchObject({
    cashbackCents: 2_500,
    takenCents: 0,
    shortfallCents: 0,
  });
  expect(await counter.reversePurchase(purchase, 50_000)).toMatchObject({
    cashbackCents: 2_500,
    takenCents: 1_500,
    shortfallCents: 0,
    balanceCents: 2_500,
  });
});

test('the same request again gets the stored answer; another one under the same id is a conflict', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 10_000);
  const requestId = randomUUID();
  const first = await counter.reversePurchase(purchase, 5_000, requestId);
  expect(await counter.reversePurchase(purchase, 5_000, requestId)).toEqual(first);
  await expect(counter.reversePurchase(purchase, 4_000, requestId)).rejects.toMatchObject({
    code: 'operation_conflict',
  });
  expect(await fixture.record(phone)).toMatchObject({ spent: 5_000, balance: 250 });
});

test('ten reversals of one purchase at once reverse it once', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 10_000);
  const attempts = await Promise.allSettled(
    Array.from({ length: 10 }, () => counter.reversePurchase(purchase, 10_000)),
  );
  const refusals = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(refusals).toEqual(Array.from({ length: 9 }, () => 'already_reversed'));
  expect(await fixture.record(phone)).toMatchObject({ spent: 0, cashback: 0, balance: 0 });
});

test('an operator reverses only their own purchases, until the end of the merchant’s day; a manager any', async () => {
  const { phone, staff } = fixture;
  const as = (role: string, employeeId: string) =>
    createCounter(fixture.app, {
      ...staff,
      employeeId,
      client: { ...staff.client, employee: { ...staff.client.employee, role } },
    } as StaffSession);
  const other = randomUUID();
  await fixture.owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role) VALUES ($1, $2, 'Ana', $3, 'operator')`,
    [staff.merchantId, other, `${other}@loja.example`],
  );
  const operator = as('operator', staff.employeeId);
  // 23:00 of the merchant's day is already tomorrow in UTC.
  clock.set('2026-03-11T02:00:00Z');
  const purchase = await operator.earn(phone, 10_000);
  const notYours = { code: 'reversal_not_yours' };
  await expect(as('operator', other).reversePurchase(purchase, 100)).rejects.toMatchObject(notYours);
  await expect(as('employee', staff.employeeId).reversePurchase(purchase, 100)).rejects.toMatchObject(
    notYours,
  );
  clock.advance(HOUR_MS - 1);
  await operator.reversePurchase(purchase, 100);
  clock.advance(1);
  await expect(operator.reversePurchase(purchase, 100)).rejects.toMatchObject(notYours);
  for (const role of ['manager', 'admin', 'owner']) await as(role, other).reversePurchase(purchase, 100);
  expect(await fixture.record(phone)).toMatchObject({ spent: 9_600 });
});
