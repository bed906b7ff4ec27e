import { randomUUID } from 'node:crypto';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { importCustomers } from '../customer-files/import-customers.ts';
import { createCounter, DAY_MS, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { listCustomers } from './list-customers.ts';
import { signUpCustomer } from './sign-up-customer.ts';
import { summarizeCustomers } from './summarize-customers.ts';

const fixture = useMoneyFixture();
const summary = () => summarizeCustomers(fixture.app, fixture.staff.merchantId);
const list = (search?: string) =>
  listCustomers(fixture.app, fixture.staff.merchantId, { sort: 'available', search });
const phones = async (search?: string) => (await list(search)).customers.map(({ phone }) => phone);

test('a merchant without customers has four zeros', async () => {
  expect(await summary()).toEqual({
    customers: 0,
    availableCents: 0,
    totalSpentCents: 0,
    averageTicketCents: 0,
  });
});

test('the numbers are net of reversals, and another merchant’s are its own', async () => {
  const { counter, phone, app, owner } = fixture;
  const partly = await counter.earn(phone, 10_000);
  const wholly = await counter.earn(freshPhone(), 33_333);
  await counter.issue(freshPhone(), 5_000);
  await counter.spend(phone, 150);
  await createCounter(app, await insertMerchant(owner)).earn(phone, 777_777);
  expect(await summary()).toEqual({
    customers: 3,
    availableCents: 500 + 1_667 - 150,
    totalSpentCents: 48_333,
    averageTicketCents: 16_111,
  });
  await counter.reversePurchase(partly, 2_501);
  await counter.reversePurchase(wholly, 33_333);
  expect(await summary()).toEqual({
    customers: 3,
    availableCents: 375 - 150,
    totalSpentCents: 12_499,
    // 62.495 centavos, half up.
    averageTicketCents: 6_250,
  });
});

test('a customer imported or signed up without a purchase counts, with the balance they came with', async () => {
  const { app, staff, phone } = fixture;
  const content = Buffer.from(`Telefone;Nome;Saldo inicial\r\n${phone};Ana;10,50\r\n${freshPhone()};Zé;`);
  const request = { ip: '127.0.0.1' };
  await importCustomers(app, staff, request, { operationId: randomUUID(), content });
  const slug = staff.client.merchant.signupLinkSlug;
  await signUpCustomer(app, undefined, request, { slug, phone: freshPhone(), name: 'Íris' });
  expect(await summary()).toEqual({
    customers: 3,
    availableCents: 1_050,
    totalSpentCents: 0,
    averageTicketCents: 0,
  });
});

test('balances are exact, in the list and in the sum, before any job has run', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 20_000);
  await fixture.setRules({
    cashback_available_immediately: false,
    cashback_maturing_days: 1,
    cashback_expires: true,
    cashback_expiration_days: 2,
  });
  await counter.earn(phone, 10_000);
  const available = async () => [
    (await summary()).availableCents,
    (await list()).customers[0]?.availableCents,
  ];
  expect(await available()).toEqual([1_000, 1_000]);
  clock.advance(DAY_MS);
  expect(await available()).toEqual([1_500, 1_500]);
  clock.advance(7 * DAY_MS);
  expect(await available()).toEqual([1_000, 1_000]);
});

test('a merged record is no longer counted, listed or found, and its money counts once', async () => {
  const { counter, phone } = fixture;
  const source = freshPhone();
  await counter.earn(phone, 10_000);
  await counter.earn(source, 6_000);
  await counter.merge(phone, source);
  expect(await summary()).toEqual({
    customers: 1,
    availableCents: 800,
    totalSpentCents: 16_000,
    averageTicketCents: 8_000,
  });
  expect(await phones()).toEqual([phone]);
  expect(await phones(source)).toEqual([]);
  // The number is free, and found again under its new owner.
  await counter.issue(source, 100);
  expect(await phones(source)).toEqual([source]);
});

test('a customer who signs up, gets a name or another number is found by the present values', async () => {
  const { app, counter, phone, staff, owner } = fixture;
  const right = freshPhone();
  const slug = staff.client.merchant.signupLinkSlug;
  await signUpCustomer(
    app,
    undefined,
    { ip: '127.0.0.1' },
    { slug, phone, name: 'Zoé D’Ávila', email: 'zoe@exemplo.com' },
  );
  for (const search of ['zoe', 'd’avila', 'ZOE@EXEMPLO', phone.slice(-5)])
    expect(await phones(search), search).toEqual([phone]);
  await counter.correctPhone(phone, right);
  expect([await phones(phone), await phones(right)]).toEqual([[], [right]]);
  await owner.query("UPDATE customers SET name = 'Íris', email = NULL WHERE merchant_id = $1", [
    staff.merchantId,
  ]);
  expect([await phones('zoe'), await phones('iris')]).toEqual([[], [right]]);
});

test('a purchase, a confirmation and a redemption leave the search text alone', async () => {
  const { counter, phone, owner, staff } = fixture;
  await counter.issue(phone, 1_000);
  const version = async () =>
    (
      await owner.query('SELECT xmin::text, ctid::text FROM customer_search WHERE merchant_id = $1', [
        staff.merchantId,
      ])
    ).rows;
  const before = await version();
  expect(before).toHaveLength(1);
  await counter.earn(phone, 10_000);
  await counter.spend(phone, 100);
  expect(await version()).toEqual(before);
});
