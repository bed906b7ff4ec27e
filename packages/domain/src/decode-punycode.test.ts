import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePunycode } from './decode-punycode.ts';

test.each([
  ['aa-4iaz', 'açaí'],
  ['mnchen-3ya', 'münchen'],
  ['ls8h', '💩'],
  ['wgv71a119e', '日本語'],
  ['80ak6aa92e', 'аррӏе'],
  ['-> $1.00 <--', '-> $1.00 <-'],
  ['', ''],
  ['a-', 'a'],
  // Ends within a number, is beyond the last code point, or has a character that is no digit.
  ['zzzzzz', undefined],
  ['99999999', undefined],
  ['ä', undefined],
])('%j is %j', (encoded, decoded) => {
  expect(decodePunycode(encoded)).toBe(decoded);
});

test('what the URL parser encodes is decoded to the same', () => {
  const label = fc.string({ unit: fc.constantFrom(...'abz09çãéñ日本語ж💩'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(label, (text) => {
      const { hostname } = new URL(`http://${text}.com.br`);
      const [first = ''] = hostname.split('.');
      fc.pre(first.startsWith('xn--'));
      expect(decodePunycode(first.slice('xn--'.length))).toBe(text.normalize('NFC'));
    }),
    { numRuns: 2_000 },
  );
});
