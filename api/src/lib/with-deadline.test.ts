import { expect, test } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const late = () => new Error('late');
const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(resolve, milliseconds, value));

test('work that ends in time returns its result; work that does not is late, and goes on', async () => {
  expect(await withDeadline(after(1, 'done'), 1_000, late)).toBe('done');
  await expect(withDeadline(Promise.reject(new Error('failed')), 1_000, late)).rejects.toThrow('failed');
  const work = after(80, 'done');
  await expect(withDeadline(work, 10, late)).rejects.toThrow('late');
  expect(await work).toBe('done');
});

test('work that fails after it was late does not end the process', async () => {
  const failing = after(20, 0).then(() => Promise.reject(new Error('failed')));
  await expect(withDeadline(failing, 1, late)).rejects.toThrow('late');
  await after(40, 0);
});
