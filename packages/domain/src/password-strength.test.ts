import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['abc', 'Fraca'],
  ['Flamengo', 'Fraca'],
  ['aaaaaaaaaaaaaaaa', 'Fraca'],
  ['abcdefghijklmnop', 'Fraca'],
  ['98765432', 'Fraca'],
  ['cafezinho', 'Razoável'],
  ['maria1985', 'Razoável'],
  ['Xk9#mQ2v', 'Boa'],
  ['broa-de-milho', 'Boa'],
  ['broa-de-milho-morna', 'Forte'],
])('%s: %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
