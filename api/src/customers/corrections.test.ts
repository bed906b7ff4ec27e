import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { StaffSession } from '../auth/lucia.ts';
import { createRedemption } from '../redemptions/create-redemption.ts';
import { createTill, DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyScene } from '../test/money-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
import { listCustomerLedger } from './list-customer-ledger.ts';
import { showCustomer } from './show-customer.ts';

const scene = useMoneyScene();
const ledgerOf = (customerId: string, before?: number) =>
  listCustomerLedger(scene.app, scene.staff.merchantId, { customerId, before });

test('a credit by hand can be spent at once and expires by the rules of the day it was given', async () => {
  const { till, phone } = scene;
  await scene.setRules({
    cashback_available_immediately: false,
    cashback_maturing_days: 10,
    cashback_expires: true,
    cashback_expiration_days: 2,
  });
  await till.issue(phone, 100);
  await till.adjust(phone, 900);
  expect(await till.balance(phone)).toMatchObject({ availableCents: 900, maturingCents: 0 });
  await till.spend(phone, 100);
  // 10 March and two days more, to midnight in São Paulo.
  clock.set('2026-03-13T02:59:59.999Z');
  expect(await till.balance(phone)).toMatchObject({ availableCents: 800 });
  clock.advance(1);
  expect(await till.balance(phone)).toMatchObject({ availableCents: 0 });
});

test('a debit by hand takes from the lots in their order and never more than there is', async () => {
  const { till, phone } = scene;
  const sale = await till.earn(phone, 20_000);
  const { adjustmentId } = await till.adjust(phone, -300);
  expect(await scene.entriesOf(adjustmentId)).toEqual([
    { kind: 'adjustment', lot: sale.transactionId, cents: -300 },
  ]);
  await expect(till.adjust(phone, -701)).rejects.toMatchObject({
    code: 'adjustment_above_balance',
    message: 'O débito não pode passar do saldo do cliente: R$\u00a07,00.',
  });
  // Corrections are neither earned nor spent.
  expect(await scene.record(phone)).toMatchObject({ cashback: 1_000, spent: 20_000, balance: 700 });
  const operationId = randomUUID();
  await Promise.allSettled(Array.from({ length: 5 }, () => till.adjust(phone, -700, operationId)));
  expect(await scene.record(phone)).toMatchObject({ balance: 0 });
});

test('nobody corrects a record with their own phone, nor gives a record their phone', async () => {
  const { staff, phone } = scene;
  const own = freshPhone();
  const till = createTill(scene.app, {
    ...staff,
    client: { ...staff.client, employee: { ...staff.client.employee, phone: own } },
  } as StaffSession);
  await scene.till.earn(phone, 20_000);
  await scene.till.earn(own, 20_000);
  const refused = { code: 'own_account' };
  await expect(till.adjust(own, 100)).rejects.toMatchObject(refused);
  await expect(till.correctPhone(own, freshPhone())).rejects.toMatchObject(refused);
  await expect(till.correctPhone(phone, own)).rejects.toMatchObject(refused);
  await expect(till.merge(own, phone)).rejects.toMatchObject(refused);
  await expect(till.merge(phone, own)).rejects.toMatchObject(refused);
});

test('a corrected number keeps balance, history and the codes under way; a taken one is refused', async () => {
  const { till, phone } = scene;
  await till.earn(phone, 20_000);
  const sale = await till.issue(phone, 10_000);
  const redemption = await till.createRedemption(phone, 400);
  const [right, taken] = [freshPhone(), freshPhone()];
  await till.issue(taken, 100);
  await expect(till.correctPhone(phone, taken)).rejects.toMatchObject({ code: 'phone_taken' });
  await till.correctPhone(phone, right);
  await till.open(sale);
  await till.redeem(redemption);
  expect(await till.balance(right)).toMatchObject({ availableCents: 1_100 });
  await expect(till.balance(phone)).rejects.toMatchObject({ code: 'customer_not_found' });
});

test('two records become one: credits keep their dates, codes under way and later reversals find their lots', async () => {
  const { till, phone } = scene;
  const second = freshPhone();
  await till.earn(phone, 20_000);
  await scene.setRules({
    cashback_expires: true,
    cashback_expiration_days: 5,
  });
  const moved = await till.earn(second, 60_000);
  const spent = await till.spend(second, 500);
  const unscanned = await till.issue(second, 10_000);
  const pending = await till.createRedemption(second, 1_000);
  const source = await till.balance(second);

  const { customerId, ...merge } = await till.merge(phone, second);
  expect(merge).toEqual({ movedCents: 2_500, balanceCents: 3_500 });
  await expect(till.balance(second)).rejects.toMatchObject({ code: 'customer_not_found' });
  await till.open(unscanned);
  await till.redeem(pending);
  await till.reverseRedemption(spent);
  expect(await till.reversePurchase(moved, 60_000)).toMatchObject({ takenCents: 3_000, shortfallCents: 0 });
  expect(await scene.record(phone)).toMatchObject({ spent: 30_000, cashback: 1_500, balance: 500 });

  const detail = await showCustomer(scene.app, scene.staff.merchantId, source.id);
  expect(detail).toMatchObject({ phone: second, mergedInto: { id: customerId, phone }, availableCents: 0 });
  expect((await ledgerOf(source.id)).entries[0]).toMatchObject({
    kind: 'merge_out',
    balanceAfterCents: 0,
    otherPhone: phone,
  });
  const stale = { operationId: randomUUID(), customerId: source.id, amountCents: 1 };
  await expect(createRedemption(scene.app, scene.staff, { ip: '127.0.0.1' }, stale)).rejects.toMatchObject({
    code: 'customer_not_found',
  });
  // The number is free: whoever it belongs to starts anew.
  await till.earn(second, 1_000);
  expect(await till.balance(second)).toMatchObject({ availableCents: 50, totalCashbackCents: 50 });
});

test('a record merged twice over ends with the last, and cannot be corrected or merged any more itself', async () => {
  const { till, phone } = scene;
  const [second, third] = [freshPhone(), freshPhone()];
  for (const each of [phone, second, third]) await till.earn(each, 20_000);
  const { id: firstId } = await till.balance(phone);
  const { id: secondId } = await till.balance(second);
  await till.merge(second, phone);
  await till.merge(third, second);
  expect(await scene.record(third)).toMatchObject({ spent: 60_000, cashback: 3_000, balance: 3_000 });
  const { rows } = await scene.owner.query(
    'SELECT DISTINCT merged_into_id AS into FROM customers WHERE id = ANY ($1)',
    [[firstId, secondId]],
  );
  expect(rows).toEqual([{ into: (await till.balance(third)).id }]);
});

test('scans, redemptions and a merge of the same customer at once end in one record with everything', async () => {
  const { till, phone } = scene;
  for (let round = 0; round < 10; round += 1) {
    const [target, source] = [freshPhone(), freshPhone()];
    await till.earn(target, 20_000);
    await till.earn(source, 20_000);
    const sales = await Promise.all([target, source, source].map((each) => till.issue(each, 10_000)));
    const redemptions = await Promise.all([target, source].map((each) => till.createRedemption(each, 600)));
    await Promise.all([
      ...sales.map((sale) => till.open(sale)),
      till.merge(target, source),
      ...redemptions.map((redemption) => till.redeem(redemption)),
    ]);
    expect(await scene.record(target)).toMatchObject({ spent: 70_000, cashback: 3_500, balance: 2_300 });
  }
  await till.earn(phone, 100);
});

test('a scan that waited for a merge finds the customer it belongs to by then', async () => {
  const { till, phone, owner } = scene;
  const source = freshPhone();
  await till.earn(phone, 20_000);
  await till.earn(source, 20_000);
  const sale = await till.issue(source, 10_000);
  const redemption = await till.createRedemption(source, 600);
  const holder = await owner.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM customers WHERE merchant_id = $1 AND phone = $2 FOR UPDATE', [
    scene.staff.merchantId,
    source,
  ]);
  // All three have looked the customer up before any gets the lock; the merge has asked for it first.
  const merge = till.merge(phone, source);
  await waiting(1);
  const scans = [till.open(sale), till.redeem(redemption)];
  await waiting(3);
  await holder.query('COMMIT');
  holder.release();
  await Promise.all([merge, ...scans]);
  expect(await scene.record(phone)).toMatchObject({ spent: 50_000, cashback: 2_500, balance: 1_900 });
});

/** Until so many statements wait for a row. */
async function waiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await scene.owner.query(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows[0].count;
    })
    .toBe(count);
}

test('the ledger tells what, when, by whom, why, of which lot and with what balance after, page by page', async () => {
  const { till, phone } = scene;
  const sale = await till.earn(phone, 50_000);
  clock.advance(DAY_MS);
  await till.spend(phone, 700);
  for (let number = 0; number < 60; number += 1) await till.adjust(phone, 1);
  const { id } = await till.balance(phone);
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
    lot: { id: sale.transactionId, saleAmountCents: 50_000, rateBasisPoints: 500, expiresAt: null },
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
