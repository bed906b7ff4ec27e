import { addDays, countDays } from 'domain/report-periods';
import { expect, it } from 'vitest';
import { chartPoints, mayGroup, totalOf, usualGrouping } from './chart-points.ts';

const NOTHING = { transactions: 0, revenueCents: 0, cashbackCents: 0, redeemedCents: 0 };

/** Each day with a centavo more of revenue than the one before. */
function days(from: string, to: string) {
  return Array.from({ length: countDays({ from, to }) }, (_, index) => ({
    ...NOTHING,
    day: addDays(from, index),
    transactions: 1,
    revenueCents: index + 1,
  }));
}

it('every day up to today is a point, those without a purchase too', () => {
  const quiet = { ...NOTHING, day: '2026-03-02' };
  const month = days('2026-03-01', '2026-03-31').map((day) => (day.day === quiet.day ? quiet : day));
  const points = chartPoints(month, 'day', '2026-03-31');
  expect(points).toHaveLength(31);
  expect(points[1]).toEqual({ ...NOTHING, from: '2026-03-02', to: '2026-03-02' });
});

it('days that have yet to come are no points, unless something happened on them', () => {
  const month = days('2026-03-01', '2026-03-31').map((day) =>
    day.day > '2026-03-10' ? { ...NOTHING, day: day.day } : day,
  );
  expect(chartPoints(month, 'day', '2026-03-10').at(-1)?.to).toBe('2026-03-10');
  expect(chartPoints(month, 'day', '2026-03-08').at(-1)?.to).toBe('2026-03-10');
  expect(chartPoints(month, 'day', '2026-02-28').at(-1)?.to).toBe('2026-03-10');
  expect(chartPoints([{ ...NOTHING, day: '2026-03-01' }], 'day', '2026-02-28')).toEqual([]);
});

it('a month is the sum of those of its days that lie in the period', () => {
  const points = chartPoints(days('2026-01-30', '2026-03-02'), 'month', '2026-12-31');
  expect(points.map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2026-01-30 2026-01-31',
    '2026-02-01 2026-02-28',
    '2026-03-01 2026-03-02',
  ]);
  expect(points.map(({ transactions }) => transactions)).toEqual([2, 28, 2]);
  expect(points[0]?.revenueCents).toBe(3);
});

it('grouping changes no total', () => {
  const all = days('2025-11-15', '2026-11-14');
  const total = { ...NOTHING, transactions: 365, revenueCents: (365 * 366) / 2 };
  expect(totalOf(chartPoints(all, 'day', '2026-12-31'))).toEqual(total);
  expect(totalOf(chartPoints(all, 'month', '2026-12-31'))).toEqual(total);
});

it('up to a quarter is shown by days, more by months unless days are asked for', () => {
  for (const [to, isLong] of [
    ['2026-05-31', false],
    ['2026-06-01', true],
  ] as const) {
    const period = { from: '2026-03-01', to };
    expect(usualGrouping(period)).toBe(isLong ? 'month' : 'day');
    expect(mayGroup(period)).toBe(isLong);
  }
});
