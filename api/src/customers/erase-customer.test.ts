import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createCounter, DAY_MS, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { eraseCustomer } from './erase-customer.ts';
import { listCustomerLedger } from './list-customer-ledger.ts';
import { listCustomers } from './list-customers.ts';
import { showCustomer } from './show-customer.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

const erase = (customerId: string, phone?: string) =>
  eraseCustomer(fixture.app, {
    merchantId: fixture.staff.merchantId,
    customerId,
    basis: 'request',
    staff: fixture.staff,
    request: REQUEST,
    phone,
  });
const idOf = async (phone: string) => (await fixture.counter.balance(phone)).id;
const show = (customerId: string) => showCustomer(fixture.app, fixture.staff.merchantId, customerId);

test('the balance is given up lot by lot, maturing credit too; due lots expire first, and no book is off', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ cashback_expires: true, cashback_expiration_days: 1 });
  const expired = await counter.earn(phone, 10_000);
  clock.advance(3 * DAY_MS);
  const spendable = await counter.earn(phone, 20_000);
  await fixture.setRules({ cashback_available_immediately: false, cashback_maturing_days: 10 });
  const maturing = await counter.earn(phone, 40_000);
  const id = await idOf(phone);
  expect(await erase(id, phone)).toMatchObject({ customerId: id, forfeitedCents: 3_000 });
  const { entries } = await listCustomerLedger(fixture.app, fixture.staff.merchantId, { customerId: id });
  expect(
    entries
      .slice(0, 2)
      .map(({ kind, isForfeit, amountCents, lot }) => [kind, isForfeit, amountCents, lot.id]),
  ).toEqual([
    ['adjustment', true, -2_000, maturing.transactionId],
    ['adjustment', true, -1_000, spendable.transactionId],
  ]);
  expect(entries.find(({ kind }) => kind === 'expiry')?.lot.id).toBe(expired.transactionId);
  expect(await show(id)).toMatchObject({
    phone: '',
    name: null,
    email: null,
    availableCents: 0,
    maturingCents: 0,
    totalSpentCents: 70_000,
    totalCashbackCents: 3_500,
    erasedAt: clock.now().toISOString(),
  });
});

test('codes that wait and links that were used lead nowhere; the record is found, changed and paid no more', async () => {
  const { counter, phone } = fixture;
  const used = await counter.earn(phone, 20_000);
  const [purchase, redemption] = [
    await counter.issue(phone, 10_000),
    await counter.createRedemption(phone, 400),
  ];
  const spent = await counter.spend(phone, 300);
  const id = await idOf(phone);
  await erase(id, phone);
  for (const open of [() => counter.open(purchase), () => counter.open(used)])
    await expect(open()).rejects.toMatchObject({ code: 'invalid_token' });
  for (const open of [() => counter.redeem(redemption), () => counter.redeem(spent)])
    await expect(open()).rejects.toMatchObject({ code: 'invalid_token' });
  await expect(counter.balance(phone)).rejects.toMatchObject({ code: 'customer_not_found' });
  await expect(counter.reverseRedemption(spent)).rejects.toMatchObject({ code: 'customer_not_found' });
  await expect(fixture.showDashboard()).rejects.toMatchObject({ code: 'customer_not_found' });
  const { customers } = await listCustomers(fixture.app, fixture.staff.merchantId, { sort: 'created_at' });
  expect(customers).toEqual([]);
  // Its amounts are still net of what is returned.
  await counter.reversePurchase(used, 20_000);
});

test('a purchase of the same phone is a new customer’s', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 20_000);
  const id = await idOf(phone);
  await erase(id, phone);
  await counter.earn(phone, 10_000);
  expect(await idOf(phone)).not.toBe(id);
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500, totalCashbackCents: 500 });
});

test('records merged into it go with it, by whichever id it is asked for, and a repeat is answered the same', async () => {
  const { counter, phone } = fixture;
  const [second, third] = [freshPhone(), freshPhone()];
  for (const each of [phone, second, third]) await counter.earn(each, 10_000);
  const ids = [await idOf(phone), await idOf(second), await idOf(third)];
  await counter.merge(second, third);
  await counter.merge(phone, second);
  const answer = await erase(ids[2] ?? '');
  expect(answer).toMatchObject({ customerId: ids[0], forfeitedCents: 1_500 });
  for (const id of ids) {
    expect(await erase(id)).toEqual(answer);
    expect(await show(id)).toMatchObject({ phone: '', name: null, erasedAt: expect.any(String) });
  }
  const { rows } = await fixture.owner.query(
    'SELECT source_phone FROM customer_merges WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ source_phone: '' }, { source_phone: '' }]);
});

test('another phone than the record’s erases nothing, and an unknown record is refused', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  const id = await idOf(phone);
  await expect(erase(id, freshPhone())).rejects.toMatchObject({ code: 'phone_differs' });
  await expect(erase(randomUUID(), phone)).rejects.toMatchObject({ code: 'customer_not_found' });
  expect(await counter.balance(phone)).toMatchObject({ availableCents: 500 });
});

test('another merchant’s record of the same phone is untouched', async () => {
  const { counter, phone } = fixture;
  const other = createCounter(fixture.app, await insertMerchant(fixture.owner));
  await counter.earn(phone, 10_000);
  await other.earn(phone, 10_000);
  const before = await other.balance(phone);
  await erase(await idOf(phone), phone);
  expect(await other.balance(phone)).toEqual(before);
});
