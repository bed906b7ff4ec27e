import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeMonth } from './summarize-month.ts';

const fixture = useMoneyFixture();
const month = () => summarizeMonth(fixture.app, fixture.staff.merchantId);

test('totals are net: a part reversed is subtracted, a purchase reversed as a whole is none, an undone redemption neither', async () => {
  const { counter, phone } = fixture;
  const partly = await counter.earn(phone, 10_000);
  const wholly = await counter.earn(phone, 33_333);
  await counter.earn(freshPhone(), 5_000);
  await counter.spend(phone, 150);
  const undone = await counter.spend(phone, 275);
  const gross = { customers: 2, newCustomers: 2, transactions: 3, revenueCents: 48_333 };
  expect(await month()).toMatchObject({ ...gross, cashbackCents: 2_417, redeemedCents: 425 });

  await counter.reversePurchase(partly, 2_500);
  await counter.reversePurchase(wholly, 33_333);
  await counter.reverseRedemption(undone);
  expect(await month()).toMatchObject({
    transactions: 2,
    revenueCents: 12_500,
    cashbackCents: 625,
    redeemedCents: 150,
    averageTicketCents: 6_250,
  });
});

test('a purchase is corrected in its own month, not in that of the correction', async () => {
  const { counter } = fixture;
  const purchase = await counter.earn(freshPhone(), 10_000);
  clock.set('2026-04-10T12:00:00Z');
  await counter.earn(freshPhone(), 4_000);
  await counter.reversePurchase(purchase, 10_000);
  expect(await month()).toMatchObject({ transactions: 1, revenueCents: 4_000, cashbackCents: 200 });
  clock.set('2026-03-20T12:00:00Z');
  expect(await month()).toMatchObject({ revenueCents: 4_000 });
});

test('two records made one are one customer, and their purchases count as before', async () => {
  const { counter } = fixture;
  const [kept, gone] = [freshPhone(), freshPhone()];
  await counter.earn(kept, 10_000);
  await counter.earn(gone, 6_000);
  await counter.merge(kept, gone);
  expect(await month()).toMatchObject({
    customers: 1,
    newCustomers: 1,
    transactions: 2,
    revenueCents: 16_000,
    cashbackCents: 800,
  });
});
