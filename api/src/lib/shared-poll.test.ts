import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSharedPoll } from './shared-poll.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a poll every second over the subjects that the test declares confirmed. */
function start(allEveryMs?: () => number) {
  const state = { so: new Set<string>(), asked: [] as string[][], isAway: false, failures: 0 };
  const poll = createSharedPoll<{ id: string }>({
    everyMs: 1_000,
    ...(allEveryMs && { allEveryMs }),
    onLook: (error) => {
      if (error !== undefined) state.failures += 1;
    },
    async find(subjects) {
      const ids = subjects.map(({ id }) => id);
      state.asked.push(ids);
      if (state.isAway) throw new Error('away');
      return ids.filter((id) => state.so.has(id));
    },
  });
  const found: string[] = [];
  const wait = (id: string, name = id) => poll.wait({ id }, () => found.push(name));
  return { poll, state, found, wait };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('all waiting subjects are asked about in one question, each once, and without any there is no question', async () => {
  const { state, found, wait } = start();
  await pass(3_000);
  expect(state.asked).toEqual([]);
  const stops = [wait('one', 'here'), wait('one', 'there'), wait('two')];
  await pass(1_000);
  expect(state.asked).toEqual([['one', 'two']]);
  state.so.add('one');
  await pass(1_000);
  expect(found).toEqual(['here', 'there']);
  for (const stop of stops) stop();
  await pass(5_000);
  expect(state.asked.length).toBe(2);
});

test('one that is hurried is asked about at once, alone, and the others in their time', async () => {
  const { poll, state, found, wait } = start(() => 10_000);
  wait('one');
  wait('two');
  await pass(1_000);
  state.asked.length = 0;
  state.so.add('one');
  poll.hurry('one');
  poll.hurry('nobody waits for it');
  await pass(1);
  expect(state.asked).toEqual([['one']]);
  expect(found).toEqual(['one']);
  await pass(8_000);
  expect(state.asked.length).toBe(1);
  await pass(2_000);
  expect(state.asked[1]).toEqual(['one', 'two']);
});

test('a subject hurried during its question is asked about once more', async () => {
  const { poll, state, found, wait } = start();
  wait('one');
  await pass(1_000);
  poll.hurry('one');
  state.so.add('one');
  await pass(1);
  poll.hurry('one');
  await pass(1);
  expect(found.length).toBeGreaterThan(0);
  expect(state.asked.length).toBe(3);
});

test('how often all are asked about may change at any look', async () => {
  let allEveryMs = 10_000;
  const { state, wait } = start(() => allEveryMs);
  wait('one');
  await pass(6_000);
  expect(state.asked.length).toBe(1);
  allEveryMs = 1_000;
  await pass(3_000);
  expect(state.asked.length).toBe(4);
});

test('while the question fails it waits, and then all are asked about at the next look', async () => {
  const { state, found, wait } = start(() => 60_000);
  wait('one');
  state.isAway = true;
  await pass(5_000);
  expect(state.failures).toBe(5);
  state.isAway = false;
  state.so.add('one');
  await pass(1_000);
  expect(found).toEqual(['one']);
});
