import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acquisitionRatio,
  averageCashbackCents,
  averageRevenueCents,
  averageTicketCents,
  cacCents,
  changeTenths,
  ltvCents,
  pendingCents,
  redemptionRateTenths,
  roiTenths,
} from './report-formulas.ts';

const cents = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 0, max: 100_000_000 }),
  fc.maxSafeNat(),
);
const count = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 10_000_000 }));

/**
 * Rounding half up: `rounded` is the whole number in (exact − ½, exact + ½], exact being dividend × scale /
 * divisor.
 */
function isHalfUp(rounded: number, dividend: number, divisor: number, scale = 1): boolean {
  const exactTwice = 2n * BigInt(dividend) * BigInt(scale);
  const [below, above] = [2n * BigInt(rounded) - 1n, 2n * BigInt(rounded) + 1n];
  return below * BigInt(divisor) <= exactTwice && exactTwice < above * BigInt(divisor);
}

test('each formula is its quotient, half up, however large the amounts', () => {
  fc.assert(
    fc.property(cents, cents, count, (a, b, n) => {
      expect(isHalfUp(averageTicketCents(a, n), a, n)).toBe(true);
      expect(isHalfUp(averageCashbackCents(a, n), a, n)).toBe(true);
      expect(isHalfUp(cacCents(a, n), a, n)).toBe(true);
      expect(isHalfUp(averageRevenueCents(a, n), a, n)).toBe(true);
      expect(ltvCents(a, n)).toBe(averageRevenueCents(a, n));
      expect(pendingCents(a, b)).toBe(a - b);
      fc.pre(b > 0 && a / b < 1e12);
      expect(isHalfUp(redemptionRateTenths(a, b), a, b, 1_000)).toBe(true);
      expect(isHalfUp(roiTenths(a, b), a - b, b, 1_000)).toBe(true);
      expect(isHalfUp(changeTenths(a, b) ?? Number.NaN, a - b, b, 1_000)).toBe(true);
      expect(isHalfUp(changeTenths(a, -b) ?? Number.NaN, a + b, b, 1_000)).toBe(true);
      expect(isHalfUp(acquisitionRatio(a, b)?.hundredths ?? Number.NaN, a, b, 100)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test('exactly between two whole numbers the greater one is taken, below zero too; a hair less is the smaller', () => {
  expect(averageTicketCents(5, 2)).toBe(3);
  expect(averageTicketCents(4_999, 10_000)).toBe(0);
  expect(averageTicketCents(5_000, 10_000)).toBe(1);
  expect(cacCents(1_00, 8)).toBe(13);
  expect(redemptionRateTenths(1, 2_000)).toBe(1);
  expect(redemptionRateTenths(1, 2_001)).toBe(0);
  // −2.5, −3.5 and a little more or less than −2.5 tenths of a percent.
  expect(roiTenths(3_990, 4_000)).toBe(-2);
  expect(roiTenths(3_986, 4_000)).toBe(-3);
  expect(roiTenths(39_899, 40_000)).toBe(-3);
  expect(roiTenths(39_901, 40_000)).toBe(-2);
  expect(changeTenths(3_990, 4_000)).toBe(-2);
});

test('where there is nothing to divide by, the answer is the one that the product names', () => {
  expect(averageTicketCents(0, 0)).toBe(0);
  expect(averageCashbackCents(0, 0)).toBe(0);
  expect(redemptionRateTenths(0, 0)).toBe(0);
  expect(redemptionRateTenths(5_000, 0)).toBe(0);
  expect(cacCents(0, 0)).toBe(0);
  expect(cacCents(10_000, 0)).toBe(0);
  expect(averageRevenueCents(0, 0)).toBe(0);
  expect(averageRevenueCents(777, 0)).toBe(777);
  expect(ltvCents(777, 0)).toBe(777);
  expect(roiTenths(0, 0)).toBe(0);
  expect(roiTenths(10_000, 0)).toBe(0);
  expect(acquisitionRatio(0, 0)).toBeNull();
  expect(acquisitionRatio(10_000, 0)).toBeNull();
  expect(changeTenths(0, 0)).toBeNull();
  expect(changeTenths(10, 0)).toBeNull();
});

test('no answer is minus zero, which a screen would show with its sign', () => {
  for (const zero of [
    pendingCents(5, 5),
    pendingCents(0, 0),
    roiTenths(100, 100),
    roiTenths(99_999, 100_000),
    changeTenths(7, 7),
    redemptionRateTenths(0, 9),
  ])
    expect(Object.is(zero, 0)).toBe(true);
});

test('a return below the spend is negative, nothing at all is minus one hundred percent', () => {
  expect(roiTenths(50_000, 20_000)).toBe(1_500);
  expect(roiTenths(20_000, 50_000)).toBe(-600);
  expect(roiTenths(0, 50_000)).toBe(-1_000);
});

test('more may be redeemed than was distributed: the rate passes 100 % and what is pending is negative', () => {
  expect(redemptionRateTenths(3_000, 2_000)).toBe(1_500);
  expect(pendingCents(2_000, 3_000)).toBe(-1_000);
});

test('the bands begin exactly at three times and at once the cost, whatever the rounded ratio looks like', () => {
  expect(acquisitionRatio(3_000, 1_000)).toEqual({ hundredths: 300, band: 'excellent' });
  expect(acquisitionRatio(2_999, 1_000)).toEqual({ hundredths: 300, band: 'good' });
  expect(acquisitionRatio(1_000, 1_000)).toEqual({ hundredths: 100, band: 'good' });
  expect(acquisitionRatio(999, 1_000)).toEqual({ hundredths: 100, band: 'attention' });
  expect(acquisitionRatio(0, 1_000)).toEqual({ hundredths: 0, band: 'attention' });
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 100_000_000 }), (ltv, cac) => {
      const band = acquisitionRatio(ltv, cac)?.band;
      expect(band).toBe(ltv / cac >= 3 ? 'excellent' : ltv / cac >= 1 ? 'good' : 'attention');
    }),
  );
});

test('growth is a share of what was before, also where that was below zero', () => {
  expect(changeTenths(1_125, 1_000)).toBe(125);
  expect(changeTenths(0, 1_000)).toBe(-1_000);
  expect(changeTenths(500, -1_000)).toBe(1_500);
  expect(changeTenths(-2_000, -1_000)).toBe(-1_000);
});
