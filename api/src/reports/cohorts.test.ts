import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { summarizeCohorts } from './summarize-cohorts.ts';

const fixture = useMoneyFixture();
const cohorts = async () => (await summarizeCohorts(fixture.app, fixture.staff.merchantId)).cohorts;
/** [customers, tenths of a percent, centavos] of each month. */
const table = async () =>
  Object.fromEntries(
    (await cohorts()).map(({ month, months }) => [
      month,
      months.map((each) => [each.customers, each.retentionTenths, each.spentCents]),
    ]),
  );

test('a merchant without purchases has no cohorts', async () => {
  expect(await cohorts()).toEqual([]);
});

test('a cohort counts each customer once a month, from the first purchase to now, months without any included', async () => {
  const { counter, phone } = fixture;
  const others = [freshPhone(), freshPhone()];
  for (const each of [phone, phone, ...others]) await counter.issue(each, 10_000);
  clock.set('2026-05-01T02:59:59Z'); // 30 April at the merchant
  await counter.issue(phone, 2_000);
  clock.set('2026-06-15T12:00:00Z');
  const [late = ''] = [freshPhone()];
  for (const each of [late, ...others]) await counter.issue(each, 3_000);
  expect(await cohorts()).toEqual([
    {
      month: '2026-06',
      customers: 1,
      spentCents: 3_000,
      months: [{ offset: 0, customers: 1, retentionTenths: 1_000, spentCents: 3_000 }],
    },
    { month: '2026-05', customers: 0, spentCents: 0, months: [zero(0), zero(1)] },
    { month: '2026-04', customers: 0, spentCents: 0, months: [zero(0), zero(1), zero(2)] },
    {
      month: '2026-03',
      customers: 3,
      spentCents: 48_000,
      months: [
        { offset: 0, customers: 3, retentionTenths: 1_000, spentCents: 40_000 },
        { offset: 1, customers: 1, retentionTenths: 333, spentCents: 2_000 },
        zero(2),
        { offset: 3, customers: 2, retentionTenths: 667, spentCents: 6_000 },
      ],
    },
  ]);
});
const zero = (offset: number) => ({ offset, customers: 0, retentionTenths: 0, spentCents: 0 });

test('who has their first purchase reversed as a whole is of the month of the next, and of none without one', async () => {
  const { counter, phone } = fixture;
  const first = await counter.issue(phone, 10_000);
  clock.set('2026-04-10T12:00:00Z');
  const second = await counter.issue(phone, 5_000);
  await counter.reversePurchase(first, 4_000);
  expect(await table()).toEqual({
    '2026-04': [[0, 0, 0]],
    '2026-03': [
      [1, 1_000, 6_000],
      [1, 1_000, 5_000],
    ],
  });
  await counter.reversePurchase(first, 6_000);
  expect(await table()).toEqual({ '2026-04': [[1, 1_000, 5_000]] });
  await counter.reversePurchase(second, 5_000);
  expect(await cohorts()).toEqual([]);
});

test('two records made one are one customer, of the month in which either first bought', async () => {
  const { counter, phone } = fixture;
  const source = freshPhone();
  await counter.issue(source, 10_000);
  clock.set('2026-04-10T12:00:00Z');
  await counter.issue(phone, 5_000);
  await counter.issue(source, 1_000);
  expect(await table()).toEqual({
    '2026-04': [[1, 1_000, 5_000]],
    '2026-03': [
      [1, 1_000, 10_000],
      [1, 1_000, 1_000],
    ],
  });
  await counter.merge(phone, source);
  expect(await table()).toEqual({
    '2026-04': [[0, 0, 0]],
    '2026-03': [
      [1, 1_000, 10_000],
      [1, 1_000, 6_000],
    ],
  });
});

test('twelve months are shown: a cohort leaves with the first moment of the thirteenth', async () => {
  await fixture.counter.issue(fixture.phone, 10_000);
  clock.set('2027-03-01T02:59:59.999Z');
  expect((await cohorts()).map(({ month }) => month)).toHaveLength(12);
  clock.set('2027-03-01T03:00:00.000Z');
  expect(await cohorts()).toEqual([]);
});
