import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './mask-contacts.ts';
import { formatPhone } from './phone.ts';
import { readPhone } from './read-phone.ts';

test('a masked phone keeps its area and its last two digits, is written like a phone and is none', () => {
  expect(formatPhone(maskPhone('11987654321'))).toBe('(11) *****-**21');
  expect(formatPhone(maskPhone('1132104567'))).toBe('(11) ****-**67');
  expect(readPhone(maskPhone('11987654321')).digits).toBeUndefined();
  expect(maskPhone('')).toBe('');
});

test('a masked e-mail keeps its first letter and its domain', () => {
  expect(maskEmail('ana.souza@dominio.com')).toBe('a***@dominio.com');
  expect(maskEmail('a"@"b@dominio.com')).toBe('a***@dominio.com');
  expect(maskEmail('no address')).toBe('n***');
});
