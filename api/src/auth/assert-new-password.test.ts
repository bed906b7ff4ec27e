import { expect, test } from 'vitest';
import { assertNewPassword } from './assert-new-password.ts';

const OWNER = { email: 'dona.maria@example.com', merchantName: 'Padaria Pão Dourado' };

test.each([
  '123456',
  'SENHA123',
  'Flamengo',
  'mudar123',
  'Vitória',
  'aaaaaaaa',
  'cashback',
  // On the leaked list alone, and not on the short one of Brazil.
  'montgomery',
  'P@ssw0rd',
])('%s is refused as known', async (password) => {
  await expect(assertNewPassword(password, OWNER)).rejects.toMatchObject({ code: 'common_password' });
});

test('the e-mail and the merchant’s name are refused, each with its reason', async () => {
  await expect(assertNewPassword('D0na-Mari@-2026', OWNER)).rejects.toMatchObject({
    code: 'password_has_email',
  });
  await expect(assertNewPassword('padaria2026', OWNER)).rejects.toMatchObject({
    code: 'password_has_merchant_name',
  });
});

test.each(['pao-de-queijo', 'x7Gq!2', 'meu café às 7'])('%s is accepted', async (password) => {
  await expect(assertNewPassword(password, OWNER)).resolves.toBeUndefined();
});
