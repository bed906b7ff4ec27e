import { expect, test } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const late = () => new Error('late');

/** Work that ends when the test says so, however busy the machine is. */
function work() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}

test('work that ends in time returns its result; work that does not is late, and goes on', async () => {
  expect(await withDeadline(Promise.resolve('done'), 1_000, late)).toBe('done');
  await expect(withDeadline(Promise.reject(new Error('failed')), 1_000, late)).rejects.toThrow('failed');
  const slow = work();
  await expect(withDeadline(slow.promise, 10, late)).rejects.toThrow('late');
  slow.resolve('done');
  expect(await slow.promise).toBe('done');
});

test('work that fails after it was late does not end the process', async () => {
  const failing = work();
  await expect(withDeadline(failing.promise, 1, late)).rejects.toThrow('late');
  failing.reject(new Error('failed'));
  await new Promise(setImmediate);
});
