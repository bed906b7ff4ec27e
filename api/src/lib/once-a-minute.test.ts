import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceAMinute } from './once-a-minute.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('the first failure is told at once, then one a minute with the number of those in between', () => {
  const told: [string, number][] = [];
  const report = onceAMinute((error: Error, untold) => told.push([error.message, untold]));
  for (let second = 0; second <= 120; second += 1) {
    report(new Error(`at ${second}`));
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([
    ['at 0', 0],
    ['at 60', 59],
    ['at 120', 59],
  ]);
});
