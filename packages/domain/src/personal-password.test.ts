import { expect, test } from 'vitest';
import { nameInPassword } from './personal-password.ts';

const OWNER = { email: 'maria.souza+loja@example.com', merchantName: 'Padaria Pão Dourado' };

test.each([
  ['maria.souza', 'email'],
  ['MariaSouza-e-mais-coisas', 'email'],
  ['M4r1@S0uz@2026', 'email'],
  ['souza2026', 'email'],
  ['padaria pao dourado de volta', 'merchant'],
  ['PadariaPãoDourado!', 'merchant'],
  ['dourado1', 'merchant'],
  ['p4d@r1a99', 'merchant'],
])('%s holds a name of its owner', (password, name) => {
  expect(nameInPassword(password, OWNER)).toBe(name);
});

test.each(['broa-de-milho', 'pao-de-queijo', 'loja-azul', 'maria-gosta-de-cafe', 'dourado-como-o-sol'])(
  '%s does not, or is a password without it',
  (password) => {
    expect(nameInPassword(password, OWNER)).toBeUndefined();
  },
);

test.each([
  ['minha-loja-favorita-e-azul', 'loja@example.com'],
  ['gosto de tomate maduro', 'tema@example.com'],
])('%s is a passphrase, though it holds the short name of %s', (password, email) => {
  expect(nameInPassword(password, { email, merchantName: 'Casa' })).toBeUndefined();
  expect(nameInPassword(`${email.split('@')[0]}2026`, { email, merchantName: 'Casa' })).toBe('email');
});

test('names of less than four characters do not count', () => {
  expect(nameInPassword('ana-zero', { email: 'ana@example.com', merchantName: 'Zé' })).toBeUndefined();
});
