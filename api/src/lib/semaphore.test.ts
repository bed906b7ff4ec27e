import { expect, test } from 'vitest';
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

test('a task that fails gives its permit back', async () => {
  const semaphore = createSemaphore(1, 1, () => new Error('full'));
  const failed = semaphore.run(() => Promise.reject(new Error('broken')));
  const next = semaphore.run(async () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
  expect(await semaphore.run(async () => 'fine too')).toBe('fine too');
});
