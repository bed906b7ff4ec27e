import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { listCustomerLedger } from './list-customer-ledger.ts';
import { showCustomer } from './show-customer.ts';

const fixture = useMoneyFixture();
const ledgerOf = (customerId: string, before?: number) =>
  listCustomerLedger(fixture.app, fixture.staff.merchantId, { customerId, before });

test('a credit by hand is spendable at once and expires by the rules of the day it was given', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({
    cashback_available_immediately: false,
    cashback_maturing_days: 10,
    cashback_expires: true,
    cashback_expiration_days: 2,
  });
  await counter.issue(phone, 100);
  await counter.adjust(phone, 900);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 900, maturingCents: 0 });
  await counter.spend(phone, 100);
  // 10 March plus two days, until midnight in São Paulo.
  clock.set('2026-03-13T02:59:59.999Z');
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 800 });
  clock.advance(1);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 0 });
});

test('a debit by hand takes from the lots in their order and never more than there is', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 20_000);
  const { adjustmentId } = await counter.adjust(phone, -300);
  expect(await fixture.entriesOf(adjustmentId)).toEqual([
    { kind: 'adjustment', lot: purchase.transactionId, cents: -300 },
  ]);
  await expect(counter.adjust(phone, -701)).rejects.toMatchObject({
    code: 'adjustment_above_balance',
    message: 'O débito não pode passar do saldo do cliente: R$\u00a07,00.',
  });
  // Corrections are neither earned nor spent.
  expect(await fixture.record(phone)).toMatchObject({ cashback: 1_000, spent: 20_000, balance: 700 });
  const requestId = randomUUID();
  await Promise.allSettled(Array.from({ length: 5 }, () => counter.adjust(phone, -700, requestId)));
  expect(await fixture.record(phone)).toMatchObject({ balance: 0 });
});

test('a corrected number keeps balance, history and pending codes; a taken one is refused', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 20_000);
  const purchase = await counter.issue(phone, 10_000);
  const redemption = await counter.createRedemption(phone, 400);
  const [right, taken] = [freshPhone(), freshPhone()];
  await counter.issue(taken, 100);
  await expect(counter.correctPhone(phone, taken)).rejects.toMatchObject({ code: 'phone_taken' });
  await counter.correctPhone(phone, right);
  await counter.open(purchase);
  await counter.redeem(redemption);
  expect(await counter.balance(right)).toMatchObject({ availableCents: 1_100 });
  await expect(counter.balance(phone)).rejects.toMatchObject({ code: 'customer_not_found' });
});

test('two records become one: credits keep their dates, pending codes and later reversals find their lots', async () => {
  const { counter, phone } = fixture;
  const second = freshPhone();
  await counter.earn(phone, 20_000);
  await fixture.setRules({
    cashback_expires: true,
    cashback_expiration_days: 5,
  });
  const moved = await counter.earn(second, 60_000);
  const spent = await counter.spend(second, 500);
  const unconfirmed = await counter.issue(second, 10_000);
  const pending = await counter.createRedemption(second, 1_000);
  const source = await counter.balance(second);

  const { customerId, ...merge } = await counter.merge(phone, second);
  expect(merge).toEqual({ movedCents: 2_500, balanceCents: 3_500 });
  await expect(counter.balance(second)).rejects.toMatchObject({ code: 'customer_not_found' });
  await counter.open(unconfirmed);
  await counter.redeem(pending);
  await counter.reverseRedemption(spent);
  expect(await counter.reversePurchase(moved, 60_000)).toMatchObject({
    takenCents: 3_000,
    shortfallCents: 0,
  });
  expect(await fixture.record(phone)).toMatchObject({ spent: 30_000, cashback: 1_500, balance: 500 });

  const detail = await showCustomer(fixture.app, fixture.staff.merchantId, source.id);
  expect(detail).toMatchObject({ phone: second, mergedInto: { id: customerId, phone }, availableCents: 0 });
  expect((await ledgerOf(source.id)).entries[0]).toMatchObject({
    kind: 'merge_out',
    balanceAfterCents: 0,
    otherPhone: phone,
  });
  const stale = { operationId: randomUUID(), customerId: source.id, amountCents: 1 };
  await expect(
    createRedemption(fixture.app, fixture.staff, { ip: '127.0.0.1' }, stale),
  ).rejects.toMatchObject({
    code: 'customer_not_found',
  });
  // The number is free: a purchase under it starts a new record.
  await counter.earn(second, 1_000);
  expect(await counter.balance(second)).toMatchObject({ availableCents: 50, totalCashbackCents: 50 });
});

test('a record merged twice ends with the last, and can no longer be corrected or merged itself', async () => {
  const { counter, phone } = fixture;
  const [second, third] = [freshPhone(), freshPhone()];
  for (const each of [phone, second, third]) await counter.earn(each, 20_000);
  const { id: firstId } = await counter.balance(phone);
  const { id: secondId } = await counter.balance(second);
  await counter.merge(second, phone);
  await counter.merge(third, second);
  expect(await fixture.record(third)).toMatchObject({ spent: 60_000, cashback: 3_000, balance: 3_000 });
  const { rows } = await fixture.owner.query(
    'SELECT DISTINCT merged_into_id AS into FROM customers WHERE id = ANY ($1)',
    [[firstId, secondId]],
  );
  expect(rows).toEqual([{ into: (await counter.balance(third)).id }]);
});

test('concurrent confirmations, redemptions and a merge of one customer end in one record with everything', async () => {
  const { counter, phone } = fixture;
  for (let round = 0; round < 10; round += 1) {
    const [target, source] = [freshPhone(), freshPhone()];
    await counter.earn(target, 20_000);
    await counter.earn(source, 20_000);
    const purchases = await Promise.all([target, source, source].map((each) => counter.issue(each, 10_000)));
    const redemptions = await Promise.all(
      [target, source].map((each) => counter.createRedemption(each, 600)),
    );
    await Promise.all([
      ...purchases.map((purchase) => counter.open(purchase)),
      counter.merge(target, source),
      ...redemptions.map((redemption) => counter.redeem(redemption)),
    ]);
    expect(await fixture.record(target)).toMatchObject({ spent: 70_000, cashback: 3_500, balance: 2_300 });
  }
  await counter.earn(phone, 100);
});

test('a confirmation that waited for a merge applies to the customer after the merge', async () => {
  const { counter, phone, owner } = fixture;
  const source = freshPhone();
  await counter.earn(phone, 20_000);
  await counter.earn(source, 20_000);
  const purchase = await counter.issue(source, 10_000);
  const redemption = await counter.createRedemption(source, 600);
  const holder = await owner.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM customers WHERE merchant_id = $1 AND phone = $2 FOR UPDATE', [
    fixture.staff.merchantId,
    source,
  ]);
  // All three have looked the customer up before any gets the lock; the merge has asked for it first.
  const merge = counter.merge(phone, source);
  await waiting(1);
  const confirmations = [counter.open(purchase), counter.redeem(redemption)];
  await waiting(3);
  await holder.query('COMMIT');
  holder.release();
  await Promise.all([merge, ...confirmations]);
  expect(await fixture.record(phone)).toMatchObject({ spent: 50_000, cashback: 2_500, balance: 1_900 });
});

/** Waits until `count` statements wait for a row. */
async function waiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await fixture.owner.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0].count;
    })
    .toBe(count);
}

test('the ledger has cause, time, employee, reason, lot and balance after, page by page', async () => {
  const { counter, phone } = fixture;
  const purchase = await counter.earn(phone, 50_000);
  clock.advance(DAY_MS);
  await counter.spend(phone, 700);
  for (let number = 0; number < 60; number += 1) await counter.adjust(phone, 1);
  const { id } = await counter.balance(phone);
  const first = await ledgerOf(id);
  const second = await ledgerOf(id, first.nextBefore ?? 0);
  expect([first.entries.length, second.entries.length, second.nextBefore]).toEqual([50, 12, null]);
  const entries = [...first.entries, ...second.entries];
  expect(entries.map((entry) => entry.balanceAfterCents)).toEqual(
    entries.map((_, index) => entries.slice(index).reduce((sum, entry) => sum + entry.amountCents, 0)),
  );
  expect(entries.at(-1)).toMatchObject({
    kind: 'accrual',
    createdAt: '2026-03-10T12:00:00.000Z',
    employeeName: 'Maria',
    lot: { id: purchase.transactionId, saleAmountCents: 50_000, rateBasisPoints: 500, expiresAt: null },
  });
  expect(entries.at(-2)).toMatchObject({
    kind: 'redemption',
    amountCents: -700,
    employeeName: 'Maria',
    reason: null,
  });
  expect(entries[0]).toMatchObject({
    kind: 'adjustment',
    reason: 'Erro de digitação',
    employeeName: 'Maria',
  });
});

test('a page of the ledger never ends within a movement, however many lots it took', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 200);
  for (let number = 0; number < 69; number += 1) await counter.adjust(phone, 10);
  await counter.spend(phone, 700);
  for (let number = 0; number < 3; number += 1) await counter.adjust(phone, 1);
  const { id } = await counter.balance(phone);
  const first = await ledgerOf(id);
  expect([first.entries.length, new Set(first.entries.map((entry) => entry.movementId)).size]).toEqual([
    73, 4,
  ]);
  expect(first.entries.at(-1)).toMatchObject({ kind: 'redemption', balanceAfterCents: 690 });
  const second = await ledgerOf(id, first.nextBefore ?? 0);
  const third = await ledgerOf(id, second.nextBefore ?? 0);
  expect([second.entries.length, third.entries.length, third.nextBefore]).toEqual([50, 20, null]);
});

test('credits that expire together are one movement, those of another day another', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 2 });
  await counter.earn(phone, 10_000);
  await counter.earn(phone, 20_000);
  clock.advance(DAY_MS);
  await counter.earn(phone, 30_000);
  clock.set('2026-03-13T12:00:00Z');
  await counter.adjust(phone, 1);
  clock.set('2026-03-20T12:00:00Z');
  await counter.adjust(phone, 1);
  const { id } = await counter.balance(phone);
  const expired = (await ledgerOf(id)).entries.filter(({ kind }) => kind === 'expiry');
  const [later, earlier] = [expired.slice(0, 2), expired.slice(2)];
  expect(later.map(({ amountCents }) => amountCents).toSorted()).toEqual([-1, -1_500]);
  expect(earlier.map(({ amountCents }) => amountCents).toSorted()).toEqual([-1_000, -500]);
  for (const parts of [later, earlier])
    expect(new Set(parts.map(({ movementId }) => movementId)).size).toBe(1);
  expect(later[0]?.movementId).not.toBe(earlier[0]?.movementId);
});
