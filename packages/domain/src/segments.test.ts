import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareTenths } from './report-formulas.ts';
import { addDays } from './report-periods.ts';
import {
  SEGMENT_LABELS,
  SEGMENTS,
  type Segment,
  segmentLimits,
  segmentOf,
  spendingValue,
  VALUE_LABELS,
  VALUES,
  valueLimits,
} from './segments.ts';

const TODAY = '2026-03-10';
const ago = (days: number) => addDays(TODAY, -days);
const buyer = (purchases: number, firstAgo: number, lastAgo: number) => ({
  purchases,
  firstOn: ago(firstAgo),
  lastOn: ago(lastAgo),
});

test('a segment ends on its last day and not a day later', () => {
  const cases: [Segment, purchases: number, firstAgo: number, lastAgo: number][] = [
    ['new', 1, 0, 0],
    ['new', 3, 30, 0],
    ['new', 1, 30, 30],
    ['occasional', 1, 31, 31],
    ['occasional', 3, 400, 60],
    ['loyal', 4, 0, 0],
    ['loyal', 4, 30, 30],
    ['loyal', 4, 400, 60],
    ['at_risk', 1, 61, 61],
    ['at_risk', 4, 400, 61],
    ['at_risk', 100, 400, 120],
    ['lost', 1, 121, 121],
    ['lost', 100, 400, 121],
  ];
  for (const [segment, ...numbers] of cases)
    expect(segmentOf(buyer(...numbers), TODAY), `${segment} ${numbers}`).toBe(segment);
});

test('each buyer is in exactly one segment and one value, whose limits say so', () => {
  const lies = <Ordered extends number | string>(value: Ordered, [from, to]: [Ordered, Ordered]) =>
    from <= value && value <= to;
  const days = fc.oneof(fc.constantFrom(29, 30, 31, 59, 60, 61, 119, 120, 121), fc.nat(500));
  fc.assert(
    fc.property(days, days, fc.integer({ min: 1, max: 6 }), fc.nat(60_000), (a, b, purchases, cents) => {
      const { firstOn, lastOn } = buyer(purchases, Math.max(a, b), Math.min(a, b));
      const theirs = SEGMENTS.filter((segment) => {
        const limits = segmentLimits(segment, TODAY);
        return lies(lastOn, limits.last) && lies(firstOn, limits.first) && lies(purchases, limits.purchases);
      });
      expect(theirs).toEqual([segmentOf({ purchases, firstOn, lastOn }, TODAY)]);
      expect(VALUES.filter((value) => lies(cents, valueLimits(value)))).toEqual([spendingValue(cents)]);
      expect(lies(cents, valueLimits(undefined))).toBe(true);
    }),
  );
});

test('values begin a centavo above R$ 200 and R$ 500', () => {
  expect([20_000, 20_001, 50_000, 50_001].map(spendingValue)).toEqual(['base', 'medium', 'medium', 'high']);
});

test('a customer who never bought is in no segment', () => {
  expect(() => segmentOf({ purchases: 0, firstOn: TODAY, lastOn: TODAY }, TODAY)).toThrow(RangeError);
});

test('every segment and value has its labels, each description a sentence', () => {
  for (const segment of SEGMENTS) {
    const { label, description, advice } = SEGMENT_LABELS[segment];
    expect(label).not.toBe('');
    expect([description, advice].every((text) => /^[A-ZÀ-Ú].+\.$/.test(text))).toBe(true);
  }
  expect(SEGMENTS.map((segment) => SEGMENT_LABELS[segment].label)).toEqual([
    'Novos',
    'Fiéis',
    'Ocasionais',
    'Em risco',
    'Perdidos',
  ]);
  for (const value of VALUES) expect(VALUE_LABELS[value].description).toMatch(/^Gastaram .+ R\$ .+\.$/);
});

test('a share is half up, and nothing of nothing', () => {
  expect([shareTenths(1, 3), shareTenths(2, 3), shareTenths(1, 2_000), shareTenths(0, 0)]).toEqual([
    333, 667, 1, 0,
  ]);
});
