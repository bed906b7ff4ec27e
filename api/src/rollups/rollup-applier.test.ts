import { expect, test, vi } from 'vitest';
import type { Tenancy } from '../tenant.ts';
import { createRollupApplier } from './rollup-applier.ts';

const [A, B] = ['merchant a', 'merchant b'];
const APPLIED = { is_applied: true, is_built: true };

/** Applying ends when the test says so; `asked` has the merchants in order. */
function setUp() {
  const asked: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const withTenant = (merchantId: string) => {
    asked.push(merchantId);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(APPLIED)));
    });
  };
  const log = { warn: vi.fn() };
  const tenancy = { withTenant } as unknown as Pick<Tenancy, 'withTenant'>;
  const applier = createRollupApplier({ tenancy, log });
  const wake = (merchantId: string, times: number) => {
    for (let time = 0; time < times; time += 1) applier.wake(merchantId);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { asked, ends, log, applier, wake, settle };
}

test('a merchant’s changes are applied with every 64th, and another one’s changes do not count for it', async () => {
  const { asked, ends, wake, settle } = setUp();
  wake(A, 63);
  wake(B, 63);
  await settle();
  expect(asked).toEqual([]);
  wake(A, 1);
  await settle();
  expect(asked).toEqual([A]);
  ends[0]?.();
  wake(A, 63);
  await settle();
  expect(asked).toEqual([A]);
  wake(A, 1);
  await settle();
  expect(asked).toEqual([A, A]);
});

test('one merchant’s are applied at a time, however many are due', async () => {
  const { asked, ends, wake, settle } = setUp();
  wake(A, 64);
  wake(B, 64);
  await settle();
  expect(asked).toEqual([A]);
  ends[0]?.();
  await settle();
  expect(asked).toEqual([A, B]);
});

test('changes that cannot be applied are logged and left to the job; the next merchant’s are applied all the same', async () => {
  const { asked, ends, log, wake, settle } = setUp();
  wake(A, 64);
  wake(B, 64);
  await settle();
  const err = new Error('the database is away');
  ends[0]?.(err);
  await settle();
  expect(log.warn).toHaveBeenCalledWith({ err, merchantId: A }, expect.stringContaining('left for the job'));
  expect(asked).toEqual([A, B]);
});

test('idle resolves once everything due is applied, and at once where nothing is', async () => {
  const { ends, applier, wake, settle } = setUp();
  await applier.idle();
  wake(A, 64);
  let isIdle = false;
  const idle = applier.idle().then(() => {
    isIdle = true;
  });
  await settle();
  expect(isIdle).toBe(false);
  ends[0]?.();
  await idle;
});
