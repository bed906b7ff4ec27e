import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, isMobile, isPhone } from './phone.ts';

test('a phone number is shown as pt-BR writes it, also while it is typed', () => {
  expect(formatPhone('11987654321')).toBe('(11) 98765-4321');
  expect(formatPhone('1187654321')).toBe('(11) 8765-4321');
  expect(formatPhone('')).toBe('');
  expect(formatPhone('1')).toBe('(1');
  expect(formatPhone('119')).toBe('(11) 9');
  expect(formatPhone('1198765')).toBe('(11) 9876-5');
});

test('masking keeps every digit typed, up to a whole number, in order', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{0,11}$/), (digits) => {
      expect(formatPhone(digits).replace(/\D/g, '')).toBe(digits);
    }),
    { numRuns: 2_000 },
  );
});

test('what cannot be a Brazilian phone number is refused', () => {
  const refused = [
    '',
    '1',
    '119876543',
    '119876543210',
    '01987654321',
    '10987654321',
    '1198765432a',
    '+5511987654321',
  ];
  for (const text of [...refused, ' 11987654321', '11987654321\n', '١١٩٨٧٦٥٤٣٢١']) {
    expect(isPhone(text), JSON.stringify(text)).toBe(false);
  }
});

test('nine digits that begin with 9 are a mobile number', () => {
  for (const digits of ['11987654321', '55991234567']) expect(isMobile(digits)).toBe(true);
  for (const digits of ['1198765432', '11887654321', '10987654321', '119876543210'])
    expect(isMobile(digits), digits).toBe(false);
});
