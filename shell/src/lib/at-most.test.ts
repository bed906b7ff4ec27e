import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMost } from './at-most.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('so often within so long and no more; later again', () => {
  const mayHappen = atMost(2, 1_000);
  expect([mayHappen(), mayHappen(), mayHappen()]).toEqual([true, true, false]);
  vi.advanceTimersByTime(999);
  expect(mayHappen()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([mayHappen(), mayHappen(), mayHappen()]).toEqual([true, true, false]);
});
