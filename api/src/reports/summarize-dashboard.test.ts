import { monthAround } from 'domain/report-periods';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeDashboard } from './summarize-dashboard.ts';

const fixture = useMoneyFixture();
const MARCH = monthAround('2026-03-10');
const FEBRUARY = monthAround('2026-02-10');
const summarize = (period = MARCH) => summarizeDashboard(fixture.app, fixture.staff.merchantId, period);

const NOTHING = {
  transactions: 0,
  revenueCents: 0,
  cashbackCents: 0,
  redemptions: 0,
  redeemedCents: 0,
  newCustomers: 0,
  averageTicketCents: 0,
};

test('a merchant in which nothing has happened yet gets zeros, never an average of nothing', async () => {
  expect(await summarize()).toEqual({
    period: MARCH,
    before: { from: '2026-02-01', to: '2026-02-10' },
    comparison: null,
    today: '2026-03-10',
    customers: 0,
    newCustomersThisMonth: 0,
    hasPurchases: false,
    figures: NOTHING,
    figuresBefore: NOTHING,
    availableCents: 0,
  });
});

/** The merchant joined that day; without it, the test's own day. */
const joinOn = (day: string) =>
  fixture.owner.query('UPDATE merchants SET created_at = $2 WHERE id = $1', [fixture.staff.merchantId, day]);

test('a month that runs is compared with the same days of the one before, the last up to the same time', async () => {
  const { counter, phone } = fixture;
  await joinOn('2025-12-01');
  for (const [at, cents] of [
    ['2026-02-01T03:00:00.000Z', 1_000],
    ['2026-02-09T12:00:00.000Z', 20_000],
    ['2026-02-10T15:00:00.000Z', 300_000],
    ['2026-02-10T15:00:00.001Z', 4_000_000],
    ['2026-02-11T12:00:00.000Z', 50_000_000],
  ] as const) {
    clock.set(at);
    await counter.earn(phone, cents);
    await counter.spend(phone, cents / 100);
  }
  clock.set('2026-03-10T15:00:00.000Z');
  expect(await summarize()).toMatchObject({
    comparison: {
      elapsed: { from: '2026-03-01', to: '2026-03-10' },
      before: { from: '2026-02-01', to: '2026-02-10' },
      until: '12:00',
    },
    figuresBefore: { transactions: 3, revenueCents: 321_000, redeemedCents: 3_210, newCustomers: 1 },
  });
  const yesterday = { from: '2026-02-10', to: '2026-02-10' };
  clock.set('2026-02-11T15:00:00.000Z');
  expect(await summarize({ from: '2026-02-11', to: '2026-02-11' })).toMatchObject({
    comparison: { before: yesterday, until: '12:00' },
    figuresBefore: { revenueCents: 300_000 },
  });
  expect(await summarize(yesterday)).toMatchObject({
    comparison: { elapsed: yesterday, until: null },
    figures: { revenueCents: 4_300_000 },
  });
});

test('days before the merchant joined are nothing to compare with, unless something was recorded on them', async () => {
  const { counter, phone } = fixture;
  await joinOn('2026-02-02T03:00:00Z');
  expect((await summarize()).comparison).toBeNull();
  await joinOn('2026-02-01T03:00:00Z');
  expect((await summarize()).comparison).not.toBeNull();
  await joinOn('2026-03-10');
  clock.set('2026-01-31T12:00:00Z');
  await counter.earn(phone, 1_000);
  clock.set('2026-03-10T12:00:00Z');
  await counter.earn(phone, 1_000);
  expect((await summarize()).comparison).not.toBeNull();
  expect((await summarize({ from: '2026-03-11', to: '2026-03-12' })).comparison).toBeNull();
});

test('what customers may redeem now is of all times, whatever the period', async () => {
  const { counter, phone } = fixture;
  clock.set('2026-01-10T12:00:00Z');
  await counter.earn(phone, 10_000);
  await counter.spend(phone, 120);
  await counter.issue(phone, 99_900);
  expect(await summarize()).toMatchObject({ availableCents: 380, figures: NOTHING });
});

test('totals are net: a part reversed is subtracted, a purchase reversed as a whole is none, an undone redemption neither', async () => {
  const { counter, phone } = fixture;
  const partly = await counter.earn(phone, 10_001);
  const wholly = await counter.earn(phone, 33_333);
  await counter.issue(freshPhone(), 5_000);
  await counter.spend(phone, 150);
  const undone = await counter.spend(phone, 275);
  await counter.reversePurchase(partly, 2_500);
  await counter.reversePurchase(wholly, 33_333);
  await counter.reverseRedemption(undone);
  expect(await summarize()).toMatchObject({
    customers: 2,
    newCustomersThisMonth: 2,
    hasPurchases: true,
    figures: {
      transactions: 2,
      revenueCents: 12_501,
      // 5 % of R$ 75,01, half up, and of R$ 50,00, which count before the code is confirmed.
      cashbackCents: 375 + 250,
      redemptions: 1,
      redeemedCents: 150,
      newCustomers: 2,
      averageTicketCents: 6_251,
    },
    figuresBefore: NOTHING,
  });
});

test('a purchase counts on its own day, and a correction there too: the months around it stay as they are', async () => {
  const { counter, phone } = fixture;
  clock.set('2026-02-28T12:00:00Z');
  const purchase = await counter.earn(phone, 10_000);
  clock.set('2026-03-01T12:00:00Z');
  await counter.earn(phone, 4_000);
  await counter.reversePurchase(purchase, 4_000);
  clock.set('2026-04-01T12:00:00Z');
  expect(await summarize()).toMatchObject({
    figures: { transactions: 1, revenueCents: 4_000, newCustomers: 0 },
    figuresBefore: { transactions: 1, revenueCents: 6_000, newCustomers: 1 },
  });
  await counter.reversePurchase(purchase, 6_000);
  expect((await summarize()).figuresBefore).toMatchObject({ transactions: 0, revenueCents: 0 });
});

test('a period is of its days, whichever month it is today; who is new this month and who there is at all are of today', async () => {
  const { counter } = fixture;
  clock.set('2026-02-10T12:00:00Z');
  await counter.earn(freshPhone(), 10_000);
  clock.set('2026-03-10T12:00:00Z');
  await counter.earn(freshPhone(), 20_000);
  await counter.earn(freshPhone(), 30_000);
  expect(await summarize(FEBRUARY)).toMatchObject({
    today: '2026-03-10',
    customers: 3,
    newCustomersThisMonth: 2,
    figures: { transactions: 1, newCustomers: 1 },
  });
  expect(await summarize({ from: '2026-03-11', to: '2026-03-31' })).toMatchObject({
    customers: 3,
    newCustomersThisMonth: 2,
    figures: NOTHING,
    figuresBefore: { transactions: 2, revenueCents: 50_000 },
  });
});

test.each([
  // The first moment of March here is still February there, and the other way round.
  ['America/Sao_Paulo', '2026-03-01T02:59:59.999Z', '2026-03-01T03:00:00.000Z'],
  ['America/Noronha', '2026-03-01T01:59:59.999Z', '2026-03-01T02:00:00.000Z'],
  ['Asia/Tokyo', '2026-02-28T14:59:59.999Z', '2026-02-28T15:00:00.000Z'],
])('a day begins when it does at the merchant, in %s', async (time_zone, lastOfFebruary, firstOfMarch) => {
  const { counter, phone } = fixture;
  await fixture.setRules({ time_zone });
  clock.set(lastOfFebruary);
  await counter.earn(phone, 10_000);
  expect((await summarize()).today).toBe('2026-02-28');
  clock.set(firstOfMarch);
  await counter.earn(phone, 7_000);
  await counter.earn(freshPhone(), 1_000);
  expect(await summarize()).toMatchObject({
    today: '2026-03-01',
    customers: 2,
    newCustomersThisMonth: 1,
    figures: { transactions: 2, revenueCents: 8_000, newCustomers: 1 },
  });
  expect(await summarize(FEBRUARY)).toMatchObject({
    figures: { transactions: 1, revenueCents: 10_000, newCustomers: 1 },
  });
});

test('two records made one are one customer, from the day the earlier of them came', async () => {
  const { counter } = fixture;
  const [kept, gone] = [freshPhone(), freshPhone()];
  clock.set('2026-02-10T12:00:00Z');
  await counter.earn(gone, 6_000);
  clock.set('2026-03-10T12:00:00Z');
  await counter.earn(kept, 10_000);
  await counter.merge(kept, gone);
  expect(await summarize()).toMatchObject({
    customers: 1,
    newCustomersThisMonth: 0,
    figures: { transactions: 1, revenueCents: 10_000, newCustomers: 0 },
    figuresBefore: { transactions: 1, revenueCents: 6_000, newCustomers: 1 },
  });
});

test('nothing of another merchant is in any of it', async () => {
  const other = await insertMerchant(fixture.owner);
  const theirs = createCounter(fixture.app, other);
  await theirs.earn(fixture.phone, 10_000);
  await theirs.spend(fixture.phone, 100);
  expect(await summarize()).toMatchObject({ customers: 0, newCustomersThisMonth: 0, figures: NOTHING });
  expect(await summarizeDashboard(fixture.app, other.merchantId, MARCH)).toMatchObject({
    customers: 1,
    figures: { revenueCents: 10_000, redeemedCents: 100 },
  });
});
