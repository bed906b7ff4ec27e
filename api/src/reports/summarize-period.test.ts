import { monthAround, type Period } from 'domain/report-periods';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizePeriod } from './summarize-period.ts';

const fixture = useMoneyFixture();
const MARCH = monthAround('2026-03-10');
const summarize = (period: Period = MARCH) => summarizePeriod(fixture.app, fixture.staff.merchantId, period);

test('a period without purchases has all its days, and no share or average of nothing', async () => {
  const report = await summarize({ from: '2028-02-27', to: '2028-03-01' });
  const nothing = { transactions: 0, revenueCents: 0, cashbackCents: 0, redeemedCents: 0 };
  expect(report.days).toEqual(
    ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'].map((day) => ({ day, ...nothing })),
  );
  expect(report).toMatchObject({
    before: { from: '2028-02-23', to: '2028-02-26' },
    figures: { transactions: 0, averageTicketCents: 0 },
    insights: { averageTicketCents: 0, averageCashbackCents: 0, redemptionRateTenths: 0, pendingCents: 0 },
  });
});

test('each day has its own purchases, redemptions and later corrections; the sums and insights follow from them', async () => {
  const { counter, phone } = fixture;
  clock.set('2026-03-09T12:00:00Z');
  const partly = await counter.earn(phone, 10_000);
  const wholly = await counter.earn(freshPhone(), 2_000);
  clock.set('2026-03-10T12:00:00Z');
  await counter.earn(phone, 3_333);
  await counter.spend(phone, 201);
  const undone = await counter.spend(phone, 99);
  clock.set('2026-03-12T12:00:00Z');
  await counter.reversePurchase(partly, 1_000);
  await counter.reversePurchase(wholly, 2_000);
  await counter.reverseRedemption(undone);

  const report = await summarize({ from: '2026-03-09', to: '2026-03-12' });
  const nothing = { transactions: 0, revenueCents: 0, cashbackCents: 0, redeemedCents: 0 };
  expect(report.days).toEqual([
    { ...nothing, day: '2026-03-09', transactions: 1, revenueCents: 9_000, cashbackCents: 450 },
    {
      day: '2026-03-10',
      transactions: 1,
      revenueCents: 3_333,
      cashbackCents: 167,
      redeemedCents: 201,
    },
    { ...nothing, day: '2026-03-11' },
    { ...nothing, day: '2026-03-12' },
  ]);
  expect(report.figures).toMatchObject({
    transactions: 2,
    revenueCents: 12_333,
    cashbackCents: 617,
    redemptions: 1,
    redeemedCents: 201,
    newCustomers: 2,
  });
  expect(report.insights).toEqual({
    averageTicketCents: 6_167,
    averageCashbackCents: 309,
    // 201 / 617 = 32.577 %
    redemptionRateTenths: 326,
    pendingCents: 416,
  });
});

test('what an earlier period distributed may be redeemed in a later one: then nothing is pending, but less than nothing', async () => {
  const { counter, phone } = fixture;
  clock.set('2026-02-20T12:00:00Z');
  await counter.earn(phone, 10_000);
  clock.set('2026-03-10T12:00:00Z');
  await counter.earn(phone, 1_000);
  await counter.spend(phone, 400);
  clock.set('2026-04-01T12:00:00Z');
  expect(await summarize()).toMatchObject({
    before: monthAround('2026-02-20'),
    insights: { redemptionRateTenths: 8_000, pendingCents: -350 },
    figuresBefore: { transactions: 1, revenueCents: 10_000, cashbackCents: 500, redeemedCents: 0 },
  });
});

test('a redemption counts on the day it was made, also when it is confirmed after midnight', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  clock.set('2026-03-11T02:55:00Z');
  const redemption = await counter.createRedemption(phone, 300);
  clock.set('2026-03-11T03:05:00Z');
  await counter.redeem(redemption);
  const { days } = await summarize({ from: '2026-03-10', to: '2026-03-11' });
  expect(days.map(({ redeemedCents }) => redeemedCents)).toEqual([300, 0]);
});

test('days are those of the merchant', async () => {
  await fixture.setRules({ time_zone: 'Asia/Tokyo' });
  clock.set('2026-03-10T15:00:00Z');
  await fixture.counter.earn(fixture.phone, 1_000);
  const { days } = await summarize({ from: '2026-03-10', to: '2026-03-11' });
  expect(days.map(({ revenueCents }) => revenueCents)).toEqual([0, 1_000]);
});

test('nothing of another merchant is in any of it', async () => {
  await createCounter(fixture.app, await insertMerchant(fixture.owner)).earn(fixture.phone, 10_000);
  const report = await summarize();
  expect(report.figures).toMatchObject({ transactions: 0, revenueCents: 0, newCustomers: 0 });
  expect(report.days.every(({ revenueCents }) => revenueCents === 0)).toBe(true);
});
