import { expect, test } from 'vitest';
import { inReais } from './send-tag-event.ts';

/** '123.45' without the zeros that no number is written with. */
function decimals(cents: number): string {
  const fraction = String(cents % 100).padStart(2, '0');
  return `${Math.floor(cents / 100)}.${fraction}`.replace(/\.?0+$/, '');
}

test('centavos become reais with exactly their two decimals', () => {
  const some = Array.from({ length: 50_000 }, (_, index) => (index < 20_000 ? index : index * 19_997 + 1));
  expect(some.at(-1)).toBeGreaterThan(990_000_000);
  expect(some.filter((cents) => JSON.stringify(inReais(cents)) !== decimals(cents))).toEqual([]);
  expect([inReais(1_000_000_000), inReais(0)]).toEqual([10_000_000, 0]);
});
