import { expect, test } from 'vitest';
import { clock, useMoneyScene } from '../test/money-scene.ts';
import { freshPhone } from '../test/signed-in-merchant.ts';
import { summariseMonth } from './summarise-month.ts';

const scene = useMoneyScene();
const month = () => summariseMonth(scene.app, scene.staff.merchantId);

test('figures are net: a part reversed is subtracted, a sale reversed as a whole is none, an undone redemption neither', async () => {
  const { till, phone } = scene;
  const partly = await till.earn(phone, 10_000);
  const wholly = await till.earn(phone, 33_333);
  await till.earn(freshPhone(), 5_000);
  await till.spend(phone, 150);
  const undone = await till.spend(phone, 275);
  const gross = { customers: 2, newCustomers: 2, transactions: 3, revenueCents: 48_333 };
  expect(await month()).toMatchObject({ ...gross, cashbackCents: 2_417, redeemedCents: 425 });

  await till.reversePurchase(partly, 2_500);
  await till.reversePurchase(wholly, 33_333);
  await till.reverseRedemption(undone);
  expect(await month()).toMatchObject({
    transactions: 2,
    revenueCents: 12_500,
    cashbackCents: 625,
    redeemedCents: 150,
    averageTicketCents: 6_250,
  });
});

test('a sale is corrected in its own month, not in that of the correction', async () => {
  const { till } = scene;
  const sale = await till.earn(freshPhone(), 10_000);
  clock.set('2026-04-10T12:00:00Z');
  await till.earn(freshPhone(), 4_000);
  await till.reversePurchase(sale, 10_000);
  expect(await month()).toMatchObject({ transactions: 1, revenueCents: 4_000, cashbackCents: 200 });
  clock.set('2026-03-20T12:00:00Z');
  expect(await month()).toMatchObject({ revenueCents: 4_000 });
});

test('two records made one are one customer, and their sales count as before', async () => {
  const { till } = scene;
  const [kept, gone] = [freshPhone(), freshPhone()];
  await till.earn(kept, 10_000);
  await till.earn(gone, 6_000);
  await till.merge(kept, gone);
  expect(await month()).toMatchObject({
    customers: 1,
    newCustomers: 1,
    transactions: 2,
    revenueCents: 16_000,
    cashbackCents: 800,
  });
});
