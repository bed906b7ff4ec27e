import { describe, expect, test, vi } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no more tasks at once than permits, in the order they came, and one too many is refused', async () => {
  const semaphore = createSemaphore(2, 3, () => new Error('full'));
  const started: number[] = [];
  const finish: (() => void)[] = [];
  const task = (number: number) =>
    semaphore.run(
      () =>
        new Promise<number>((resolve) => {
          started.push(number);
          finish.push(() => resolve(number));
        }),
    );
  const results = [1, 2, 3, 4, 5].map(task);
  await expect(task(6)).rejects.toThrow('full');
  expect(started).toEqual([1, 2]);
  finish[0]?.();
  await turn();
  expect(started).toEqual([1, 2, 3]);
  for (let next = 1; next < 5; next += 1) {
    finish[next]?.();
    await turn();
  }
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5]);
});

describe('the tasks of several flows', () => {
  /** Each task runs until `finish` is called; what begins and what is refused is noted in their order. */
  function start(maxWaiting: number) {
    const semaphore = createSemaphore(1, maxWaiting, () => new Error('full'));
    const [begun, refused]: [string[], string[]] = [[], []];
    let finish = () => {};
    const run = (name: string) => {
      const task = () =>
        new Promise<void>((resolve) => {
          begun.push(name);
          finish = resolve;
        });
      semaphore.run(task, name[0]).catch(() => refused.push(name));
    };
    const finishAll = async (count: number) => {
      for (let each = 0; each < count; each += 1) {
        finish();
        await turn();
      }
    };
    return { run, begun, refused, finishAll };
  }

  test('take turns, so that those of one do not hold up the others', async () => {
    const { run, begun, finishAll } = start(10);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) run(name);
    await finishAll(7);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('share a full line: the newest of the longest one makes room for a flow with fewer', async () => {
    const { run, begun, refused, finishAll } = start(5);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']) run(name);
    for (const name of ['b1', 'c1', 'b2', 'c2']) run(name);
    await turn();
    expect(refused.sort()).toEqual(['a4', 'a5', 'a6', 'a7', 'c2']);
    await finishAll(6);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });
});

test('a task that fails gives its permit back', async () => {
  const semaphore = createSemaphore(1, 1, () => new Error('full'));
  const failed = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(async () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
  expect(await semaphore.run(async () => 'fine too')).toBe('fine too');
});

test('a task whose turn does not come in time is refused and never begun; the others keep their order', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const semaphore = createSemaphore(
      1,
      3,
      () => new Error('busy'),
      () => 1_000,
    );
    let finish: () => void = () => undefined;
    const begun: string[] = [];
    const task = (name: string) =>
      semaphore.run(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      });
    const first = task('first');
    const late = expect(task('late')).rejects.toThrow('busy');
    vi.advanceTimersByTime(999);
    const [second, third] = [task('second'), task('third')];
    vi.advanceTimersByTime(1);
    await late;
    for (const each of [first, second, third]) {
      finish();
      await each;
    }
    expect(begun).toEqual(['first', 'second', 'third']);
  } finally {
    vi.useRealTimers();
  }
});
