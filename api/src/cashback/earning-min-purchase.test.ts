import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { summarizeUnconfirmed } from '../reports/summarize-unconfirmed.ts';
import { DAY_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { listPurchases } from './list-purchases.ts';

const fixture = useMoneyFixture();

const listed = async () => (await listPurchases(fixture.app, fixture.staff, {})).sales;

test('twenty purchases below the least one earn nothing, and one of it earns by the rate', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ earning_min_purchase_cents: 200 });
  for (let n = 0; n < 20; n++)
    expect(await counter.issue(phone, n === 0 ? 199 : 10)).toMatchObject({
      cashbackCents: 0,
      rateBasisPoints: 0,
    });
  expect(await counter.earn(phone, 200)).toMatchObject({ cashbackCents: 10, rateBasisPoints: 500 });
  expect(await fixture.record(phone)).toMatchObject({ spent: 589, cashback: 10, balance: 10 });
});

test('a purchase that earns nothing waits for nobody: no list, no report and no link says so', async () => {
  const { app, counter, phone, staff } = fixture;
  await fixture.setRules({ earning_min_purchase_cents: 1_000 });
  const small = await counter.issue(phone, 999);
  expect(await listed()).toMatchObject([{ status: 'unclaimed', cashbackCents: 0, rateBasisPoints: 0 }]);
  const day = { from: '2026-03-10', to: '2026-03-10' };
  expect(await summarizeUnconfirmed(app, staff.merchantId, day)).toMatchObject({
    transactions: 0,
    recentTransactions: 0,
    lapsedTransactions: 0,
    latest: [],
  });
  // The answer keeps the link, because older front ends expect one. It credits nothing.
  await counter.open(small);
  expect(await fixture.record(phone)).toMatchObject({ spent: 999, cashback: 0, balance: 0 });
});

test('it is shown again until it is reversed, long after a code would have expired', async () => {
  const { counter, phone } = fixture;
  await fixture.setRules({ earning_min_purchase_cents: 1_000 });
  const small = await counter.issue(phone, 999);
  clock.advance(31 * DAY_MS);
  expect(await counter.showPurchase(small)).toMatchObject({ amountCents: 999, rateBasisPoints: 0 });
  expect(await counter.reversePurchase(small, 500)).toMatchObject({ cashbackCents: 0, shortfallCents: 0 });
  expect(await counter.reversePurchase(small, 499)).toMatchObject({ cashbackCents: 0, balanceCents: 0 });
  await expect(counter.showPurchase(small)).rejects.toThrow('Esta operação já foi estornada.');
  expect(await listed()).toMatchObject([{ status: 'reversed' }]);
});

test('the rule of the moment of the purchase counts, also for a repeat, and for what is left of a purchase', async () => {
  const { counter, phone } = fixture;
  const before = await counter.issue(phone, 999);
  await fixture.setRules({ earning_min_purchase_cents: 1_000 });
  const requestId = randomUUID();
  const small = await counter.issue(phone, 999, requestId);
  await fixture.setRules({ earning_min_purchase_cents: 0 });
  expect(await counter.issue(phone, 999, requestId)).toEqual(small);
  expect(await counter.issue(phone, 999)).toMatchObject({ cashbackCents: 50 });
  await fixture.setRules({ earning_min_purchase_cents: 1_000 });
  expect(await counter.open(before)).toMatchObject({ cashbackCents: 50 });
  const large = await counter.earn(phone, 1_000);
  await counter.reversePurchase(large, 600);
  expect(await fixture.record(phone)).toMatchObject({ balance: 50 + 20 });
});
