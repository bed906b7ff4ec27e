import { isReservedSlug } from 'domain/reserved-slugs';
import { isSlug } from 'domain/slug';
import { expect, test } from 'vitest';
import { slugCandidates } from './slug-candidates.ts';

const ID = '0194f3a2-7c11-7b5e-9d3a-123456789012';

test.each([
  ['Padaria São José', 'padaria-sao-jose'],
  ['Mercearia 2', 'mercearia-2'],
  ['Pix', 'pix-loja'],
  ['Itaú', 'itau-loja'],
  ['Banco do Brasil 2', 'banco-do-brasil-2-loja'],
])('%s gives %s, numbered while it is taken', (name, base) => {
  const numbered = [2, 3, 4, 5, 6, 7].map((number) => `${base}-${number}`);
  expect(slugCandidates(name, ID)).toEqual([base, ...numbered, `${base}-56789012`]);
});

test.each([
  '',
  '!!!',
  'Login',
  'Pix 1',
  'Cashback Oficial',
  'login '.repeat(20),
  'l'.repeat(60),
  `${'login'.repeat(12)}xyz`,
])('whatever the name (%j), no candidate is reserved', (name) => {
  const candidates = slugCandidates(name, ID);
  expect(candidates.filter((slug) => !isSlug(slug) || isReservedSlug(slug))).toEqual([]);
});
