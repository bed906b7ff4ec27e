import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSlug, MAX_SLUG_LENGTH, slugify } from './slug.ts';

test('a merchant name becomes a readable slug', () => {
  expect(slugify('Padaria São José')).toBe('padaria-sao-jose');
  expect(slugify('  Açaí & Cia. Ltda!  ')).toBe('acai-cia-ltda');
  expect(slugify('LOJA--10')).toBe('loja-10');
  expect(slugify('!!!')).toBe('');
});

test('whatever the name, the slug is a DNS label or empty, and slugging it again changes nothing', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.string({ maxLength: 200 }));
  fc.assert(
    fc.property(name, (text) => {
      const slug = slugify(text);
      expect(slug).toMatch(/^$|^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
      expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH);
      expect(slugify(slug)).toBe(slug);
    }),
    { numRuns: 5_000 },
  );
});

test('what is no host label, or hides another name in one, is no slug', () => {
  const refused = ['', '-a', 'a-', 'A', 'a_b', 'a.b', 'a b', 'xn--padaria-9za', 'á', 'a'.repeat(64), 'a\n'];
  for (const text of refused) expect(isSlug(text), JSON.stringify(text)).toBe(false);
  for (const text of ['a', 'a1', 'padaria-sao-jose', 'a'.repeat(63)]) expect(isSlug(text), text).toBe(true);
});
