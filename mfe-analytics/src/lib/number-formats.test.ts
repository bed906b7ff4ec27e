import { expect, test } from 'vitest';
import {
  formatCount,
  formatDate,
  formatHundredths,
  formatSignedTenths,
  formatTenths,
} from './number-formats.ts';

test('counts have points between their thousands', () => {
  expect([0, 999, 1_000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1.000', '1.234.567']);
});

test('tenths of a percent have a comma and one decimal, also between nothing and one percent below', () => {
  expect([0, 5, -5, 125, -30, 1_000, 12_345_678].map(formatTenths)).toEqual([
    '0,0%',
    '0,5%',
    '-0,5%',
    '12,5%',
    '-3,0%',
    '100,0%',
    '1.234.567,8%',
  ]);
});

test('only what is positive has a plus sign', () => {
  expect([1, 0, -1].map(formatSignedTenths)).toEqual(['+0,1%', '0,0%', '-0,1%']);
});

test('a ratio has two decimals', () => {
  expect([0, 7, 75, 300, 340, 123_456].map(formatHundredths)).toEqual([
    '0,00',
    '0,07',
    '0,75',
    '3,00',
    '3,40',
    '1.234,56',
  ]);
});

test('a day is written as in Brazil', () => {
  expect(formatDate('2026-03-09')).toBe('09/03/2026');
});
