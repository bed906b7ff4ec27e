import { expect, test } from 'vitest';
import { MAX_ATTEMPTS } from './delivery.ts';
import { DELIVERY_RULES, deferDelayMs, retryDelayMs } from './delivery-rules.ts';

const middle = () => 0.5;
const attempts = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => index + 1);

test('each wait is three times the one before, and all eight attempts are made within three and a half hours', () => {
  const waits = attempts.map((attempt) => retryDelayMs(attempt, undefined, DELIVERY_RULES, middle));
  expect(waits).toEqual([10_000, 30_000, 90_000, 270_000, 810_000, 2_430_000, 7_290_000]);
  const longest = attempts.map((attempt) => retryDelayMs(attempt, undefined, DELIVERY_RULES, () => 1));
  expect(longest.reduce((sum, wait) => sum + wait)).toBeLessThan(3.75 * 3_600_000);
});

test('waits differ by up to a fifth, so that what failed together does not come back together', () => {
  for (const attempt of attempts) {
    const wait = (random: number) => retryDelayMs(attempt, undefined, DELIVERY_RULES, () => random);
    expect(wait(0)).toBeCloseTo(0.8 * wait(0.5), 0);
    expect(wait(1)).toBeCloseTo(1.2 * wait(0.5), 0);
  }
});

test('a receiver is not called before the moment that Retry-After names, an hour away at most', () => {
  for (const random of [0, 0.5, 1]) {
    const wait = (attempt: number, seconds: number) =>
      retryDelayMs(attempt, seconds, DELIVERY_RULES, () => random);
    expect(wait(1, 60)).toBeGreaterThanOrEqual(60_000);
    expect(wait(1, 60)).toBeLessThanOrEqual(72_000);
    expect(wait(1, 1), 'shorter than its own wait').toBe(wait(1, 0));
    expect(wait(1, 86_400)).toBeGreaterThanOrEqual(3_600_000);
    expect(wait(1, 86_400)).toBeLessThanOrEqual(1.2 * 3_600_000);
  }
});

test('a delivery whose account is busy asks for a slot again after half a second, then one, and never later than about five', () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((deferrals) =>
    deferDelayMs(deferrals, DELIVERY_RULES, { random: middle }),
  );
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000]);
});

test('where the account fails, as others do, it begins with five seconds and ends with a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 60].map((deferrals) =>
    deferDelayMs(deferrals, DELIVERY_RULES, { isFailing: true, random: middle }),
  );
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});
