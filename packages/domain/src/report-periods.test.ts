import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodInput } from './period-inputs.ts';
import {
  addDays,
  countDays,
  dayAt,
  daysOf,
  elapsedDays,
  MAX_PERIOD_DAYS,
  monthAround,
  periodBefore,
} from './report-periods.ts';

const day = fc.integer({ min: 0, max: 36_524 }).map((number) => addDays('2000-01-01', number));
const period = fc.tuple(day, fc.integer({ min: 0, max: MAX_PERIOD_DAYS - 1 })).map(([from, more]) => ({
  from,
  to: addDays(from, more),
}));

test('a month runs from its first to its last day, February by the leap year', () => {
  expect(monthAround('2026-03-10')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(monthAround('2026-04-30')).toEqual({ from: '2026-04-01', to: '2026-04-30' });
  expect(monthAround('2026-12-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthAround('2027-02-28')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  expect(monthAround('2028-02-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthAround('2000-02-15').to).toBe('2000-02-29');
});

test('days are added over the ends of months, years and Februaries', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-10-18', 365)).toBe('2027-10-18');
  expect(countDays({ from: '2028-02-01', to: '2028-03-01' })).toBe(30);
  expect(countDays({ from: '2026-03-10', to: '2026-03-10' })).toBe(1);
});

/** Long after every period of the examples. */
const LATER = '2040-01-01';
const before = (from: string, to: string, today = LATER) => {
  const days = periodBefore({ from, to }, today);
  return `${days.from} ${days.to}`;
};

test('whole months that are over are compared with as many months before them, of whatever length', () => {
  expect(before('2026-03-01', '2026-03-31')).toBe('2026-02-01 2026-02-28');
  expect(before('2028-03-01', '2028-03-31')).toBe('2028-02-01 2028-02-29');
  expect(before('2026-02-01', '2026-02-28')).toBe('2026-01-01 2026-01-31');
  expect(before('2026-01-01', '2026-01-31')).toBe('2025-12-01 2025-12-31');
  expect(before('2026-01-01', '2026-12-31')).toBe('2025-01-01 2025-12-31');
  expect(before('2026-01-01', '2026-03-31')).toBe('2025-10-01 2025-12-31');
  expect(before('2024-02-01', '2026-01-31')).toBe('2022-02-01 2024-01-31');
});

test('a month or year that runs is compared with the same days of the one before, up to its last', () => {
  expect(before('2026-11-01', '2026-11-30', '2026-11-22')).toBe('2026-10-01 2026-10-22');
  expect(before('2026-11-01', '2026-11-30', '2026-11-01')).toBe('2026-10-01 2026-10-01');
  expect(before('2026-01-01', '2026-12-31', '2026-11-22')).toBe('2025-01-01 2025-11-22');
  expect(before('2026-03-01', '2026-03-31', '2026-03-30')).toBe('2026-02-01 2026-02-28');
  expect(before('2026-03-01', '2026-03-31', '2026-03-31')).toBe('2026-02-01 2026-02-28');
  expect(before('2026-02-01', '2026-02-28', '2026-02-28')).toBe('2026-01-01 2026-01-28');
  expect(before('2028-01-01', '2028-12-31', '2028-02-29')).toBe('2027-01-01 2027-02-28');
});

test('days from the first of a month on are compared with the same days before, unless they are a week', () => {
  expect(before('2026-11-01', '2026-11-22', '2026-11-22')).toBe('2026-10-01 2026-10-22');
  expect(before('2026-03-01', '2026-03-30')).toBe('2026-02-01 2026-02-28');
  expect(before('2026-10-01', '2026-11-15')).toBe('2026-08-01 2026-09-15');
  expect(before('2026-03-01', '2026-03-07')).toBe('2026-02-22 2026-02-28');
  expect(before('2026-03-01', '2026-03-01', '2026-03-01')).toBe('2026-02-28 2026-02-28');
});

test('anything else is compared with as many days just before, or as many of them as have elapsed', () => {
  expect(before('2026-03-10', '2026-03-10', '2026-03-10')).toBe('2026-03-09 2026-03-09');
  expect(before('2026-03-15', '2026-04-14')).toBe('2026-02-12 2026-03-14');
  expect(before('2026-11-16', '2026-11-22', '2026-11-18')).toBe('2026-11-09 2026-11-11');
});

test('the period before has as many days as have elapsed, or whole months, and ends before the period begins', () => {
  const isEndOfMonth = (date: string) => addDays(date, 1).endsWith('-01');
  fc.assert(
    fc.property(period, fc.integer({ min: -40, max: MAX_PERIOD_DAYS }), (asked, later) => {
      const today = addDays(asked.from, later);
      const days = elapsedDays(asked, today);
      const compared = periodBefore(asked, today);
      expect(compared.to < asked.from).toBe(true);
      expect(compared.from <= compared.to).toBe(true);
      expect(days).toEqual({ from: asked.from, to: later < 0 || asked.to < today ? asked.to : today });
      const isSameDay = compared.to.slice(8) === days.to.slice(8) || isEndOfMonth(compared.to);
      const isAsLong = countDays(compared) === countDays(days);
      expect(asked.from.endsWith('-01') ? isSameDay || isAsLong : isAsLong).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('the days of a period are all of them, once each, in order', () => {
  expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
  fc.assert(
    fc.property(period, (asked) => {
      const days = daysOf(asked);
      expect(days.length).toBe(countDays(asked));
      expect([days[0], days.at(-1)]).toEqual([asked.from, asked.to]);
      expect(days).toEqual([...new Set(days)].sort());
    }),
    { numRuns: 50 },
  );
});

test('which day it is depends on where, and on what the clocks there do', () => {
  const moment = new Date('2026-03-01T02:30:00Z');
  expect(dayAt(moment, 'America/Sao_Paulo')).toBe('2026-02-28');
  expect(dayAt(moment, 'America/Noronha')).toBe('2026-03-01');
  expect(dayAt(moment, 'Asia/Tokyo')).toBe('2026-03-01');
  expect(dayAt(new Date('2026-03-01T03:00:00Z'), 'America/Sao_Paulo')).toBe('2026-03-01');
  expect(dayAt(new Date('2026-07-01T04:30:00Z'), 'America/New_York')).toBe('2026-07-01');
  expect(dayAt(new Date('2026-01-01T04:30:00Z'), 'America/New_York')).toBe('2025-12-31');
});

test('what may be asked: days that exist, in order, five years at most', () => {
  const from = '2026-01-01';
  for (const fine of [
    { from, to: from },
    { from: '2028-02-29', to: '2028-02-29' },
    { from, to: addDays(from, MAX_PERIOD_DAYS - 1) },
    { from: '2000-01-01', to: '2000-12-31' },
    { from: '2099-01-01', to: '2099-12-31' },
  ])
    expect(periodInput.safeParse(fine).success, JSON.stringify(fine)).toBe(true);
  for (const wrong of [
    {},
    { from },
    { from, to: '' },
    { from: '2026-01-02', to: from },
    { from, to: addDays(from, MAX_PERIOD_DAYS) },
    { from: '2026-02-29', to: '2026-03-31' },
    { from: '2026-13-01', to: '2026-13-02' },
    { from: '01/01/2026', to: '31/01/2026' },
    { from: '1999-12-31', to: '2000-01-01' },
    { from: '2099-12-31', to: '2100-01-01' },
    { from: '2026-01-01T00:00:00Z', to: '2026-01-02' },
    { from, to: from, merchantId: '1' },
  ])
    expect(periodInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test('each refused period says what to do', () => {
  const message = (input: object) => periodInput.safeParse(input).error?.issues[0]?.message;
  expect(message({ from: '2026-01-02', to: '2026-01-01' })).toBe(
    'A data final deve ser igual ou posterior à inicial',
  );
  expect(message({ from: '2020-01-01', to: '2026-01-01' })).toBe('Escolha um período de até 5 anos');
  expect(message({ from: '2026-02-30', to: '2026-03-01' })).toBe('Informe uma data válida');
});
