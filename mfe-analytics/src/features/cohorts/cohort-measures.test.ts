import { expect, test } from 'vitest';
import { bestMonthCents, cellText, heatOf } from './cohort-measures.ts';

const month = (retentionTenths: number, spentCents = 0) => ({
  offset: 1,
  customers: 1_234,
  retentionTenths,
  spentCents,
});

test.each([
  [0, 0],
  [1, 1],
  [200, 1],
  [201, 2],
  [1_000, 5],
])('a month with %i tenths of a percent of its cohort has tone %i', (tenths, heat) => {
  expect(heatOf(month(tenths), 'retention', 0)).toBe(heat);
  expect(heatOf(month(tenths), 'customers', 0)).toBe(heat);
});

test('revenue is as warm as it comes near to the best month; a table without revenue has no tone', () => {
  expect(heatOf(month(0, 50), 'revenue', 100)).toBe(3);
  expect(heatOf(month(0, 100), 'revenue', 100)).toBe(5);
  expect(heatOf(month(1_000), 'revenue', 0)).toBe(0);
  expect(bestMonthCents([])).toBe(0);
});

test('a cell says a share, a count or an amount', () => {
  const cell = month(1_000, 123_456_789);
  expect(cellText(cell, 'retention')).toBe('100,0%');
  expect(cellText(cell, 'customers')).toBe('1.234');
  expect(cellText(cell, 'revenue')).toBe('R$\u00a01.234.567,89');
});
