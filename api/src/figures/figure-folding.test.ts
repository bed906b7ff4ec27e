import { expect, test, vi } from 'vitest';
import type { Tenancy } from '../tenant.ts';
import { createFigureFolding } from './figure-folding.ts';

const [A, B] = ['merchant a', 'merchant b'];
const FOLDED = { is_folded: true, is_built: true };

/** Folding that ends when the test says so, and remembers whose it was. */
function setUp() {
  const asked: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const withTenant = (merchantId: string) => {
    asked.push(merchantId);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(FOLDED)));
    });
  };
  const log = { warn: vi.fn() };
  const tenancy = { withTenant } as unknown as Pick<Tenancy, 'withTenant'>;
  const folding = createFigureFolding({ tenancy, log });
  const note = (merchantId: string, times: number) => {
    for (let time = 0; time < times; time += 1) folding.noted(merchantId);
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { asked, ends, log, folding, note, settle };
}

test('a merchant is folded with every 64th change, and another one’s changes do not count for it', async () => {
  const { asked, ends, note, settle } = setUp();
  note(A, 63);
  note(B, 63);
  await settle();
  expect(asked).toEqual([]);
  note(A, 1);
  await settle();
  expect(asked).toEqual([A]);
  ends[0]?.();
  note(A, 63);
  await settle();
  expect(asked).toEqual([A]);
  note(A, 1);
  await settle();
  expect(asked).toEqual([A, A]);
});

test('one is folded at a time, however many are due', async () => {
  const { asked, ends, note, settle } = setUp();
  note(A, 64);
  note(B, 64);
  await settle();
  expect(asked).toEqual([A]);
  ends[0]?.();
  await settle();
  expect(asked).toEqual([A, B]);
});

test('a fold that fails is logged and left to the job; the next one is folded all the same', async () => {
  const { asked, ends, log, note, settle } = setUp();
  note(A, 64);
  note(B, 64);
  await settle();
  const err = new Error('the database is away');
  ends[0]?.(err);
  await settle();
  expect(log.warn).toHaveBeenCalledWith({ err, merchantId: A }, expect.stringContaining('left for the job'));
  expect(asked).toEqual([A, B]);
});

test('idle resolves once everything due is folded, and at once where nothing is', async () => {
  const { ends, folding, note, settle } = setUp();
  await folding.idle();
  note(A, 64);
  let isIdle = false;
  const idle = folding.idle().then(() => {
    isIdle = true;
  });
  await settle();
  expect(isIdle).toBe(false);
  ends[0]?.();
  await idle;
});
