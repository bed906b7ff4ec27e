import { expect, test } from 'vitest';
import { MAX_TRIES } from './delivery.ts';
import { DELIVERY_RULES } from './delivery-rules.ts';
import { retryDelayMs, snoozeDelayMs } from './next-try.ts';

const middle = () => 0.5;
const tries = Array.from({ length: MAX_TRIES - 1 }, (_, index) => index + 1);

test('each wait is three times the one before, and all eight tries are made within three and a half hours', () => {
  const waits = tries.map((tried) => retryDelayMs(tried, undefined, DELIVERY_RULES, middle));
  expect(waits).toEqual([10_000, 30_000, 90_000, 270_000, 810_000, 2_430_000, 7_290_000]);
  const longest = tries.map((tried) => retryDelayMs(tried, undefined, DELIVERY_RULES, () => 1));
  expect(longest.reduce((sum, wait) => sum + wait)).toBeLessThan(3.75 * 3_600_000);
});

test('waits differ by up to a fifth, so that what failed together does not come back together', () => {
  for (const tried of tries) {
    const wait = (random: number) => retryDelayMs(tried, undefined, DELIVERY_RULES, () => random);
    expect(wait(0)).toBeCloseTo(0.8 * wait(0.5), 0);
    expect(wait(1)).toBeCloseTo(1.2 * wait(0.5), 0);
  }
});

test('nobody is asked again before the moment that Retry-After names, and an hour is the most', () => {
  for (const random of [0, 0.5, 1]) {
    const wait = (tried: number, seconds: number) =>
      retryDelayMs(tried, seconds, DELIVERY_RULES, () => random);
    expect(wait(1, 60)).toBeGreaterThanOrEqual(60_000);
    expect(wait(1, 60)).toBeLessThanOrEqual(72_000);
    expect(wait(1, 1), 'shorter than its own wait').toBe(wait(1, 0));
    expect(wait(1, 86_400)).toBeGreaterThanOrEqual(3_600_000);
    expect(wait(1, 86_400)).toBeLessThanOrEqual(1.2 * 3_600_000);
  }
});

test('a delivery whose account is busy looks again after half a second, then one, and never later than about five', () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((snoozed) =>
    snoozeDelayMs(snoozed, DELIVERY_RULES, { random: middle }),
  );
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
});

test('where the account fails, as others do, it begins with five seconds and ends with a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((snoozed) =>
    snoozeDelayMs(snoozed, DELIVERY_RULES, { isFailing: true, random: middle }),
  );
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});
