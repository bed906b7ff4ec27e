import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createGroupCommit, inOrder } from './group-commit.ts';

const limits = {
  maxInFlight: 2,
  maxBatch: 8,
  maxWaiting: 100,
  maxStartAgeMs: 60_000,
  onFull: () => new Error('full'),
  concernsAll: () => false,
};

/** Makes a run whose batches the test finishes one by one. */
function createGate() {
  const batches: { items: number[]; finish: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ items, finish: () => resolve(items.map((item) => `r${item}`)), fail: reject });
    });
  return { batches, run };
}

afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const useFakeClock = () => vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
/** Longer than a batch gathers. */
async function moment(): Promise<void> {
  await turn();
  vi.advanceTimersByTime(5);
  await turn();
}

test('a lone call goes at once; what arrives while statements are in flight leaves together as the next', async () => {
  useFakeClock();
  const { batches, run } = createGate();
  const commits = createGroupCommit({ ...limits, run });
  const answers = [commits.submit(1)];
  await turn();
  answers.push(commits.submit(2));
  await turn();
  for (let item = 3; item <= 20; item += 1) answers.push(commits.submit(item));
  await turn();
  expect(batches.map((batch) => batch.items)).toEqual([[1], [2]]);
  batches[0]?.finish();
  await turn();
  expect(batches[2]?.items, 'no more than a batch holds').toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  for (let next = 1; next < 5; next += 1) {
    batches[next]?.finish();
    await moment();
  }
  expect(await Promise.all(answers)).toEqual(answers.map((_, index) => `r${index + 1}`));
});

test('after a large batch the next one gathers those who come back, and waits for nobody long', async () => {
  useFakeClock();
  const { batches, run } = createGate();
  const commits = createGroupCommit({ ...limits, run });
  const answers = [1, 2, 3, 4].map((item) => commits.submit(item));
  await turn();
  batches[0]?.finish();
  await Promise.all(answers);
  answers.push(commits.submit(5));
  await turn();
  answers.push(commits.submit(6), commits.submit(7));
  await turn();
  expect(batches[1]?.items).toEqual([5, 6, 7]);
  batches[1]?.finish();
  answers.push(commits.submit(8));
  await turn();
  expect(batches).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(batches[2]?.items).toEqual([8]);
  batches[2]?.finish();
  expect(await Promise.all(answers)).toEqual(answers.map((_, index) => `r${index + 1}`));
});

test('a lone call long after a large batch goes at once', async () => {
  useFakeClock();
  const { batches, run } = createGate();
  const commits = createGroupCommit({ ...limits, run });
  const answers = [1, 2, 3, 4].map((item) => commits.submit(item));
  await turn();
  batches[0]?.finish();
  await Promise.all(answers);
  vi.advanceTimersByTime(5);
  void commits.submit(5);
  await turn();
  expect(batches[1]?.items).toEqual([5]);
});

test('never more statements in flight than allowed, and every caller gets the answer of its own item', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 60 }), async (delays) => {
      let inFlight = 0;
      let most = 0;
      const commits = createGroupCommit<number, string>({
        ...limits,
        run: async (items) => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          for (let wait = 0; wait < (delays[items[0] ?? 0] ?? 0); wait += 1) await turn();
          inFlight -= 1;
          return items.map((item) => `r${item}`);
        },
      });
      const answers = await Promise.all(
        delays.map(async (delay, item) => {
          for (let wait = 0; wait < delay; wait += 1) await turn();
          return await commits.submit(item);
        }),
      );
      expect(answers).toEqual(delays.map((_, item) => `r${item}`));
      expect(most).toBeLessThanOrEqual(2);
    }),
    { numRuns: 50 },
  );
});

test('one bad item fails alone; those it traveled with succeed', async () => {
  const calls: number[][] = [];
  const commits = createGroupCommit<number, string>({
    ...limits,
    run: async (items) => {
      calls.push(items);
      if (items.includes(3)) throw new Error('bad item');
      return items.map((item) => `r${item}`);
    },
  });
  const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => commits.submit(item)));
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message)),
  ).toEqual(['r1', 'r2', 'bad item', 'r4']);
  expect(calls).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  expect(await commits.submit(5), 'the next call is none the worse').toBe('r5');
});

test('an error that every item would meet is not met by each in turn', async () => {
  const calls: number[][] = [];
  const commits = createGroupCommit<number, string>({
    ...limits,
    concernsAll: (error) => (error as Error).message === 'gone',
    run: async (items) => {
      calls.push(items);
      throw new Error('gone');
    },
  });
  const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => commits.submit(item)));
  expect(answers.map((answer) => answer.status)).toEqual(Array(4).fill('rejected'));
  expect(calls).toEqual([[1, 2, 3, 4]]);
});

test('an item that hangs when tried alone does not hold up those it traveled with', async () => {
  const commits = createGroupCommit<number, string>({
    ...limits,
    run: async (items) => {
      if (items.length > 1) throw new Error('locked');
      if (items[0] === 1) await new Promise(() => undefined);
      return items.map((item) => `r${item}`);
    },
  });
  const [, ...others] = [1, 2, 3, 4, 5, 6].map((item) => commits.submit(item));
  expect(await Promise.all(others)).toEqual(['r2', 'r3', 'r4', 'r5', 'r6']);
});

test('what waited too long is refused, never carried out after its caller was sent away', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { batches, run } = createGate();
  const commits = createGroupCommit({ ...limits, maxInFlight: 1, maxStartAgeMs: 1_000, run });
  const first = commits.submit(1);
  await turn();
  const late = commits.submit(2).catch((error: Error) => error.message);
  await turn();
  vi.advanceTimersByTime(1_001);
  const fresh = commits.submit(3);
  batches[0]?.finish();
  await turn();
  batches[1]?.finish();
  expect([await first, await late, await fresh]).toEqual(['r1', 'full', 'r3']);
  expect(batches.map(({ items }) => items)).toEqual([[1], [3]]);
});

test('beyond its queue it refuses at once instead of letting callers wait without end', async () => {
  useFakeClock();
  const { batches, run } = createGate();
  const commits = createGroupCommit({ ...limits, maxWaiting: 3, run });
  const first = [commits.submit(1)];
  await moment();
  first.push(commits.submit(2));
  await moment();
  const waiting = [3, 4, 5].map((item) => commits.submit(item));
  await expect(commits.submit(6)).rejects.toThrow('full');
  for (const batch of batches) batch.finish();
  await moment();
  batches[2]?.finish();
  expect(await Promise.all([...first, ...waiting])).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  const later = commits.submit(7);
  await moment();
  batches[3]?.finish();
  expect(await later).toBe('r7');
});

test('answers come back in the order of their items, each once, or not at all', () => {
  const rows = (...ordinals: number[]) => ordinals.map((ordinal) => ({ ordinal }));
  expect(inOrder(rows(2, 3, 1), ['a', 'b', 'c'])).toEqual(rows(1, 2, 3));
  for (const wrong of [rows(1, 2), rows(1, 2, 2), rows(1, 2, 3, 3), rows(2, 3, 4), []]) {
    expect(() => inOrder(wrong, ['a', 'b', 'c'])).toThrow('did not answer');
  }
});
