import { expect, test } from 'vitest';
import { saveLinkSettingsInput } from './link-settings.ts';

const read = (input: object) => {
  const { success, data, error } = saveLinkSettingsInput.safeParse({ slug: '', customDomain: '', ...input });
  return success ? data : Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]));
};

test.each([
  ['  Padaria São José  ', 'padaria-sao-jose'],
  ['Açaí 🍇 do Zé', 'acai-do-ze'],
  ['loja/../admin', 'loja-admin'],
  ['<script>', 'script'],
  ['   ', ''],
  ['x'.repeat(100), 'x'.repeat(63)],
])('the slug %j is saved as %j', (slug, saved) => {
  expect(read({ slug })).toMatchObject({ slug: saved });
});

test.each([
  ['🍇', 'Use ao menos uma letra ou um número'],
  ['---', 'Use ao menos uma letra ou um número'],
  ['loja\u200b', 'Há caracteres invisíveis. Apague-os ou digite o texto de novo'],
  ['x'.repeat(121), 'Use no máximo 120 caracteres'],
])('the slug %j is refused', (slug, message) => {
  expect(read({ slug })).toEqual({ slug: message });
});

test('no domain, an empty one and blanks are none; what is no domain is refused at its field', () => {
  for (const customDomain of [null, '', '  '])
    expect(read({ customDomain })).toEqual({ slug: '', customDomain: null });
  expect(read({ customDomain: 'Loja.com.br.' })).toMatchObject({ customDomain: 'loja.com.br' });
  expect(read({ customDomain: 'https://loja.com.br' })).toEqual({
    customDomain: 'Informe só o domínio, sem https:// e sem barras',
  });
});
