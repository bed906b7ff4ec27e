import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLive } from './live.ts';
import { watchUntil } from './watch-until.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(options: { isDone: () => Promise<boolean>; signal?: AbortSignal }) {
  const live = createLive(undefined);
  return { live, messages: watchUntil(live, 'sale', options.isDone, options.signal) };
}

test('says false, then true as soon as it is published, then ends', async () => {
  let done = false;
  const { live, messages } = watch({ isDone: async () => done });
  expect(await messages.next()).toEqual({ value: false, done: false });
  const next = messages.next();
  done = true;
  live.publish('sale');
  expect(await next).toEqual({ value: true, done: false });
  expect(await messages.next()).toEqual({ value: undefined, done: true });
});

test('notices without any publication within 2 s', async () => {
  let done = false;
  const { messages } = watch({ isDone: async () => done });
  await messages.next();
  const next = messages.next();
  await vi.advanceTimersByTimeAsync(1_900);
  done = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(await next).toEqual({ value: true, done: false });
});

test('a publication while it looks is not lost until the next poll', async () => {
  let looks = 0;
  const { live, messages } = watch({
    isDone: async () => {
      looks += 1;
      // Confirmed just after this look read the row.
      if (looks === 1) live.publish('sale');
      return looks > 1;
    },
  });
  expect((await messages.next()).value).toBe(false);
  const next = messages.next();
  await vi.advanceTimersByTimeAsync(1);
  expect(await next).toEqual({ value: true, done: false });
});

test('a premature publication does not end it', async () => {
  let done = false;
  const { live, messages } = watch({ isDone: async () => done });
  await messages.next();
  const next = messages.next();
  live.publish('sale');
  await vi.advanceTimersByTimeAsync(10);
  done = true;
  live.publish('sale');
  await vi.advanceTimersByTimeAsync(10);
  expect(await next).toEqual({ value: true, done: false });
});

test('ends at once when the dialog is closed, and looks no more', async () => {
  const closing = new AbortController();
  let looks = 0;
  const { messages } = watch({
    isDone: async () => {
      looks += 1;
      return false;
    },
    signal: closing.signal,
  });
  await messages.next();
  const next = messages.next();
  closing.abort();
  expect(await next).toEqual({ value: undefined, done: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toBe(1);
});

test('a dialog left open overnight stops asking after half an hour', async () => {
  let looks = 0;
  const { messages } = watch({
    isDone: async () => {
      looks += 1;
      return false;
    },
  });
  await messages.next();
  const next = messages.next();
  await vi.advanceTimersByTimeAsync(31 * 60_000);
  expect(await next).toEqual({ value: undefined, done: true });
  expect(looks).toBeLessThanOrEqual(1 + 900);
});
