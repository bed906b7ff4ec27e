import { expect, it } from 'vitest';
import { readEmail } from './read-email.ts';

it.each([
  ['Ana.Souza+loja@Exemplo.com.br', 'ana.souza+loja@exemplo.com.br'],
  [' ana@example.com\n', 'ana@example.com'],
  ['mailto:ana@example.com', 'ana@example.com'],
  ['MAILTO:ana@example.com?subject=Oi', 'ana@example.com'],
  ['ana@example.com.', 'ana@example.com'],
  ['ana@example.com;', 'ana@example.com'],
  ["joana.d'arc@example.com", "joana.d'arc@example.com"],
  ['joana.d’arc@example.com', "joana.d'arc@example.com"],
  ['zé@exemplo.com', 'zé@exemplo.com'],
])('%j is %s', (text, address) => {
  expect(readEmail(text)).toBe(address);
});

it.each([
  '',
  'ana',
  'ana@example',
  '@example.com',
  'ana@example..com',
  'ana..souza@example.com',
  '.ana@example.com',
  'ana.@example.com',
  'ana@.example.com',
  'ana@exam ple.com',
  'ana@bia@example.com',
  'ana@example.com, bia@example.com',
  `${'a'.repeat(300)}@example.com`,
  'Ana <ana@example.com>',
  "ana@example'.com",
  'ana@example.com\nBcc: bia@example.com',
])('%j is no address', (text) => {
  expect(readEmail(text)).toBeUndefined();
});
