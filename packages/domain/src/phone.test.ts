import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, isPhone, phoneDigits, phoneE164 } from './phone.ts';

/** Every number the product accepts: area code without zeros, then 8 or 9 digits. */
const phone = fc.stringMatching(/^[1-9][1-9][0-9]{8,9}$/);

test('a phone number typed with mask, country code or spaces is the same number', () => {
  fc.assert(
    fc.property(phone, (digits) => {
      expect(phoneDigits(formatPhone(digits))).toBe(digits);
      expect(phoneDigits(phoneE164(digits))).toBe(digits);
      expect(phoneDigits(`55${digits}`)).toBe(digits);
      expect(phoneDigits(`+55 ${formatPhone(digits)}`)).toBe(digits);
      expect(isPhone(digits)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test('a number of the area 55 keeps its area code', () => {
  expect(phoneDigits('(55) 99123-4567')).toBe('55991234567');
  expect(phoneDigits('5532104567')).toBe('5532104567');
});

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
