import { randomUUID } from 'node:crypto';
import { monthAround, type Period } from 'domain/report-periods';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { addSpend } from '../spend/add-spend.ts';
import type { StaffSession } from '../staff-session.ts';
import { createCounter, insertMerchant } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeAcquisition } from './summarize-acquisition.ts';

const fixture = useMoneyFixture();
const MARCH = monthAround('2026-03-10');
const summarize = (period: Period = MARCH, { merchantId }: { merchantId: string } = fixture.staff) =>
  summarizeAcquisition(fixture.app, merchantId, period);
const invest = (amountCents: number, date: string, staff: StaffSession = fixture.staff) =>
  addSpend(fixture.app, staff, { ip: '127.0.0.1' }, { operationId: randomUUID(), amountCents, date });
/** Sells on that day, at noon in São Paulo. */
const sellOn = async (day: string, phone: string, amountCents = 1_000) => {
  clock.set(`${day}T15:00:00Z`);
  return await fixture.counter.issue(phone, amountCents);
};

test('without spend, customers and purchases everything is zero and there is no ratio', async () => {
  expect(await summarize()).toEqual({
    period: MARCH,
    spendCents: 0,
    newCustomers: 0,
    payingCustomers: 0,
    revenueCents: 0,
    cacCents: 0,
    averageRevenueCents: 0,
    ltvCents: 0,
    roiTenths: 0,
    ratio: null,
  });
});

test('spend per new customer, revenue per paying one, and what came back of the spend', async () => {
  const [anna, bia, old] = [freshPhone(), freshPhone(), freshPhone()];
  await sellOn('2026-02-20', old, 9_999);
  await sellOn('2026-03-05', anna, 10_000);
  await sellOn('2026-03-06', anna, 5_000);
  await sellOn('2026-03-06', bia, 2_000);
  await sellOn('2026-03-07', old, 4_001);
  await invest(3_000, '2026-03-01');
  await invest(4_001, '2026-03-31');
  await invest(50_000, '2026-02-28');
  await invest(50_000, '2026-04-01');
  expect(await summarize()).toEqual({
    period: MARCH,
    spendCents: 7_001,
    newCustomers: 2,
    payingCustomers: 3,
    revenueCents: 21_001,
    cacCents: 3_501,
    averageRevenueCents: 7_000,
    ltvCents: 7_000,
    roiTenths: 2_000,
    ratio: { hundredths: 200, band: 'good' },
  });
});

test('spend that brought no customer has no cost per customer and no ratio, and loses all of itself', async () => {
  await invest(5_000, '2026-03-10');
  expect(await summarize()).toMatchObject({ cacCents: 0, ltvCents: 0, roiTenths: -1_000, ratio: null });
});

test('customers who cost more than they are worth are the attention band', async () => {
  await sellOn('2026-03-05', fixture.phone, 1_000);
  await invest(1_001, '2026-03-05');
  expect(await summarize()).toMatchObject({ ratio: { hundredths: 100, band: 'attention' }, roiTenths: -1 });
  await invest(1, '2026-03-05');
  expect(await summarize()).toMatchObject({ ratio: { hundredths: 100, band: 'attention' }, roiTenths: -2 });
});

test('a customer who buys often in a period counts once, and a period that begins within a month counts its buyers too', async () => {
  const [often, early, late] = [freshPhone(), freshPhone(), freshPhone()];
  await sellOn('2026-02-10', often);
  await sellOn('2026-03-02', often);
  await sellOn('2026-03-03', early);
  for (const day of ['2026-03-10', '2026-03-11', '2026-03-20']) await sellOn(day, often);
  await sellOn('2026-03-20', often);
  await sellOn('2026-03-31', late);
  await sellOn('2026-04-01', early);
  const paying = async (from: string, to: string) => (await summarize({ from, to })).payingCustomers;
  expect(await paying('2026-03-01', '2026-03-31')).toBe(3);
  expect(await paying('2026-03-03', '2026-03-09')).toBe(1);
  expect(await paying('2026-03-04', '2026-03-09')).toBe(0);
  expect(await paying('2026-03-10', '2026-03-10')).toBe(1);
  expect(await paying('2026-03-11', '2026-03-31')).toBe(2);
  expect(await paying('2026-03-20', '2026-04-30')).toBe(3);
  expect(await paying('2026-02-11', '2026-03-02')).toBe(1);
  expect(await paying('2026-01-01', '2026-12-31')).toBe(3);
  expect(await paying('2026-04-02', '2026-12-31')).toBe(0);
});

test('a customer with nothing left of their purchases did not pay; two merged records paid once', async () => {
  const [gone, kept] = [freshPhone(), freshPhone()];
  const purchase = await sellOn('2026-03-05', fixture.phone);
  await sellOn('2026-03-05', gone);
  await sellOn('2026-03-06', kept);
  expect((await summarize()).payingCustomers).toBe(3);
  await fixture.counter.reversePurchase(purchase, 1_000);
  expect(await summarize()).toMatchObject({ payingCustomers: 2, newCustomers: 3, revenueCents: 2_000 });
  await fixture.counter.merge(kept, gone);
  expect(await summarize()).toMatchObject({ payingCustomers: 1, newCustomers: 2, ltvCents: 2_000 });
});

test('days are those of the merchant, also for who paid', async () => {
  await fixture.setRules({ time_zone: 'Asia/Tokyo' });
  clock.set('2026-02-28T15:00:00Z');
  await fixture.counter.issue(fixture.phone, 1_000);
  expect(await summarize()).toMatchObject({ payingCustomers: 1, newCustomers: 1 });
  expect(await summarize(monthAround('2026-02-01'))).toMatchObject({ payingCustomers: 0, newCustomers: 0 });
});

test('nothing of another merchant is in any of it', async () => {
  const other = await insertMerchant(fixture.owner);
  await createCounter(fixture.app, other).issue(fixture.phone, 10_000);
  await invest(3_000, '2026-03-10', other);
  expect(await summarize()).toMatchObject({
    spendCents: 0,
    newCustomers: 0,
    payingCustomers: 0,
    revenueCents: 0,
  });
  expect(await summarize(MARCH, other)).toMatchObject({ spendCents: 3_000, payingCustomers: 1 });
});
