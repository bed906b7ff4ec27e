import { expect, it } from 'vitest';
import {
  amountsMessage,
  amountsSummary,
  axisLabel,
  pointName,
  transactionsMessage,
  transactionsSummary,
} from './chart-labels.ts';
import type { ChartPoint } from './chart-points.ts';
import { AMOUNT_SERIES } from './series.ts';

const NOTHING = { transactions: 0, revenueCents: 0, cashbackCents: 0, redeemedCents: 0 };
const day = (date: string, amounts: Partial<ChartPoint> = {}): ChartPoint => ({
  ...NOTHING,
  from: date,
  to: date,
  ...amounts,
});
/** Amounts have a non-breaking space in them. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('a point is a day with its weekday, a month by its name, or the part of a month that is shown', () => {
  expect(pointName(day('2026-03-09'))).toBe('seg., 09/03/2026');
  expect(pointName({ from: '2026-03-01', to: '2026-03-31' })).toBe('março de 2026');
  expect(pointName({ from: '2026-03-09', to: '2026-03-31' })).toBe('09/03/2026 a 31/03/2026');
});

it('the axis says day and month, with the year where there is more than one', () => {
  expect(axisLabel([day('2026-03-09'), day('2026-03-10')])('2026-03-09')).toBe('09/03');
  expect(axisLabel([day('2025-12-31'), day('2026-01-01')])('2025-12-31')).toBe('31/12/25');
  expect(axisLabel([{ ...NOTHING, from: '2026-03-01', to: '2026-03-31' }])('2026-03-01')).toBe('03/2026');
});

it('a point is said with the amounts of the lines that are shown, in full', () => {
  const point = day('2026-03-09', { revenueCents: 123_456_789, cashbackCents: 6_172, transactions: 1 });
  expect(plain(amountsMessage(point, AMOUNT_SERIES))).toBe(
    'seg., 09/03/2026: Receita R$ 1.234.567,89, Cashback R$ 61,72, Resgates R$ 0,00',
  );
  expect(plain(amountsMessage(point, AMOUNT_SERIES.slice(1)))).toBe(
    'seg., 09/03/2026: Cashback R$ 61,72, Resgates R$ 0,00',
  );
  expect(transactionsMessage(point)).toBe('seg., 09/03/2026: 1 transação');
  expect(transactionsMessage(day('2026-03-10'))).toBe('ter., 10/03/2026: 0 transações');
});

it('the summary says totals and peaks, and no peak of nothing', () => {
  const points = [
    day('2026-03-09', { revenueCents: 10_000, cashbackCents: 500, transactions: 2 }),
    day('2026-03-10', { revenueCents: 20_000, cashbackCents: 400, transactions: 1_000 }),
  ];
  expect(plain(amountsSummary(points))).toBe(
    'De 09/03/2026 a 10/03/2026. Receita: R$ 300,00 no total, o maior valor em ter., 10/03/2026: R$ 200,00. ' +
      'Cashback: R$ 9,00 no total, o maior valor em seg., 09/03/2026: R$ 5,00. Resgates: R$ 0,00 no total.',
  );
  expect(transactionsSummary(points)).toBe(
    'De 09/03/2026 a 10/03/2026. 1.002 transações no total, o maior número em ter., 10/03/2026: 1.000.',
  );
  expect(transactionsSummary([day('2026-03-09')])).toBe('Dia 09/03/2026. 0 transações no total.');
});
