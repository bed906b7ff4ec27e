import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isInTrial } from './choose-release.ts';

const MERCHANTS = Array.from({ length: 2_000 }, () => randomUUID());
const of = (percent: number, remote: 'mfe-customer' | 'mfe-backoffice' = 'mfe-customer') =>
  new Set(MERCHANTS.filter((merchant) => isInTrial(remote, { percent, merchants: [] }, merchant)));

test('a percentage is about that share of the merchants, and always the same ones', () => {
  const five = of(5);
  expect(five.size).toBeGreaterThan(50);
  expect(five.size).toBeLessThan(160);
  expect(of(5)).toEqual(five);
  expect(of(0).size).toBe(0);
  expect(of(100).size).toBe(MERCHANTS.length);
});

test('a merchant in a smaller share is in every larger one', () => {
  const twenty = of(20);
  expect([...of(5)].filter((merchant) => !twenty.has(merchant))).toEqual([]);
});

test('each remote tries its releases out on other merchants', () => {
  expect(of(20, 'mfe-backoffice')).not.toEqual(of(20));
});

test('listed merchants get the trial at any share, and pages without a merchant never do', () => {
  const [listed = ''] = MERCHANTS;
  expect(isInTrial('mfe-customer', { percent: 0, merchants: [listed] }, listed)).toBe(true);
  expect(isInTrial('mfe-customer', { percent: 100, merchants: [] }, undefined)).toBe(false);
});

test('the share is fixed: a change of the hash would move every merchant to another release', () => {
  // The SHA-256 of 'mfe-customer:0198c1de-…' begins with cea9222c, which leaves 28.
  const merchant = '0198c1de-0000-7000-8000-000000000001';
  const share = 28;
  expect(isInTrial('mfe-customer', { percent: share, merchants: [] }, merchant)).toBe(false);
  expect(isInTrial('mfe-customer', { percent: share + 1, merchants: [] }, merchant)).toBe(true);
});
