import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodInput } from './period-inputs.ts';
import {
  addDays,
  countDays,
  dayAt,
  daysOf,
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

test('whole months are compared with as many months before them, of whatever length', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
  expect(periodBefore({ from: '2028-03-01', to: '2028-03-31' })).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  });
  expect(periodBefore({ from: '2026-02-01', to: '2026-02-28' })).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  });
  expect(periodBefore({ from: '2026-01-01', to: '2026-01-31' })).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  });
  expect(periodBefore({ from: '2026-01-01', to: '2026-12-31' })).toEqual({
    from: '2025-01-01',
    to: '2025-12-31',
  });
  expect(periodBefore({ from: '2026-01-01', to: '2026-03-31' })).toEqual({
    from: '2025-10-01',
    to: '2025-12-31',
  });
  expect(periodBefore({ from: '2024-02-01', to: '2026-01-31' })).toEqual({
    from: '2022-02-01',
    to: '2024-01-31',
  });
});

test('a February cut short by a leap day is no whole month', () => {
  expect(periodBefore({ from: '2028-02-01', to: '2028-02-28' })).toEqual({
    from: '2028-01-04',
    to: '2028-01-31',
  });
});

test('anything else is compared with as many days just before', () => {
  expect(periodBefore({ from: '2026-03-10', to: '2026-03-10' })).toEqual({
    from: '2026-03-09',
    to: '2026-03-09',
  });
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    to: '2026-02-28',
  });
  expect(periodBefore({ from: '2026-03-15', to: '2026-04-14' })).toEqual({
    from: '2026-02-12',
    to: '2026-03-14',
  });
});

test('the period before ends where a period begins; it is as many days or as many whole months', () => {
  fc.assert(
    fc.property(period, (asked) => {
      const before = periodBefore(asked);
      expect(addDays(before.to, 1)).toBe(asked.from);
      const months = ({ from, to }: typeof asked) => {
        const [first, last] = [from, addDays(to, 1)];
        const number = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
        return first.endsWith('-01') && last.endsWith('-01') ? number(last) - number(first) : undefined;
      };
      if (months(asked) !== undefined) expect(months(before)).toBe(months(asked));
      else expect(countDays(before)).toBe(countDays(asked));
    }),
    { numRuns: 500 },
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
