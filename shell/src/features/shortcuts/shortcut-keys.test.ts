import { expect, test } from 'vitest';
import { createKeyReader } from './shortcut-keys.ts';

/** What each key of a row completes, all pressed within a second. */
function press(...keys: string[]) {
  const read = createKeyReader();
  return keys.map((key, index) => read(key, index * 100));
}

test('? asks for the list, N for the next purchase, and other letters for nothing', () => {
  expect(press('?', 'n', 'N', 'x', 'c', 'd', 'constructor')).toEqual([
    { kind: 'list' },
    { kind: 'next-purchase' },
    { kind: 'next-purchase' },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['d', '/dashboard'],
  ['c', '/cashback'],
  ['R', '/redemption'],
  ['l', '/customers'],
])('G and then %s leads to %s', (letter, to) => {
  expect(press('g', letter)).toEqual([undefined, { kind: 'go', to }]);
  expect(press('g', 'g', letter).at(-1)).toEqual({ kind: 'go', to });
});

test('a G counts for the next key only, and not for long', () => {
  expect(press('g', 'x', 'c').at(-1)).toBeUndefined();
  const read = createKeyReader();
  read('g', 0);
  expect(read('c', 1_501)).toBeUndefined();
});
