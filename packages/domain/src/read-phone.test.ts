import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readPhone, showPhone } from './read-phone.ts';

/** Area code without zeros, then a mobile number's nine digits or a landline's eight. */
const number = fc.stringMatching(/^(?:[1-9][1-9](?:9[0-9]{8}|[2-5][0-9]{7})|[1-8][1-9][6-9][0-9]{7})$/);

const space = fc.constantFrom('', ' ', '\u00a0', '\u202f', '  ');
const hyphen = fc.constantFrom('', '-', '\u2011', '\u2013', '\u2212', '.', ' ', ' - ');
const carrier = fc.constantFrom('15', '21', '31', '41');
/** What may stand before the area code, from the carrier's two digits. */
const prefix = fc.constantFrom<(carrier: string) => string>(
  () => '',
  () => '+55',
  () => '55',
  () => '0055',
  () => '0',
  () => '+55 0',
  () => '0xx',
  () => '90',
  (code) => `0${code}`,
  (code) => `0 ${code} `,
  (code) => `90 ${code} `,
  (code) => `+55 0${code}`,
);
const wrapping = fc.constantFrom<(phone: string) => string>(
  (phone) => phone,
  (phone) => `\u202a${phone}\u202c`,
  (phone) => ` ${phone}\n`,
  (phone) => `="${phone}"`,
  (phone) => `'${phone}`,
  (phone) => `"${phone}"`,
);

test('a number is the same in every spelling', () => {
  fc.assert(
    fc.property(
      number,
      fc.record({ prefix, carrier, wrapping, space, hyphen, hasBrackets: fc.boolean() }),
      (digits, spelling) => {
        const area = spelling.hasBrackets ? `(${digits.slice(0, 2)})` : digits.slice(0, 2);
        const end = digits.slice(-4);
        const before = spelling.prefix(spelling.carrier);
        const written = `${before}${spelling.space}${area}${spelling.space}${digits.slice(2, -4)}${spelling.hyphen}${end}`;
        expect(readPhone(spelling.wrapping(written)), JSON.stringify(written)).toEqual({ digits });
      },
    ),
    { numRuns: Number(process.env.PHONE_RUNS ?? 5_000), seed: 20261129 },
  );
});

test('what is read of any digits and signs stands together at their end', () => {
  const sign = fc.constantFrom('', '', '', ' ', '-', '.', '(', ') ');
  const digit = fc.integer({ min: 0, max: 9 });
  const start = fc.constantFrom('11', '(11)', '011', '55', '5511', '01511', '9021');
  const text = fc.array(fc.tuple(sign, digit), { minLength: 6, maxLength: 10 });
  const suffix = fc.constantFrom('', '.0', ',00', ' 1', '-2', '\u00b9', ' (11)');
  let read = 0;
  fc.assert(
    fc.property(start, text, suffix, (begin, parts, end) => {
      const { digits } = readPhone(begin + parts.flat().join('') + end);
      if (digits === undefined) return;
      read += 1;
      expect(digits).toMatch(/^[1-9][1-9]\d{8,9}$/);
      const written = begin.replace(/\D/g, '') + parts.map(([, each]) => each).join('');
      expect(written).toMatch(new RegExp(`${digits}$`));
    }),
    { numRuns: 20_000, seed: 20261129 },
  );
  expect(read).toBeGreaterThan(300);
});

it.each([
  ['https://wa.me/5511987654321', '11987654321'],
  ['wa.me/5511987654321?text=Oi%201234567890', '11987654321'],
  ['https://api.whatsapp.com/send?phone=5511987654321&text=Oi', '11987654321'],
  ['https://web.whatsapp.com/send/?text=Oi&phone=%2B5511987654321', '11987654321'],
  ['tel:+55-11-98765-4321', '11987654321'],
  ['1132654321.0', '1132654321'],
  ['5511987654321,00', '11987654321'],
  ['(0xx11) 3265-4321', '1132654321'],
  ['+55 (0xx11) 3265-4321', '1132654321'],
  ['11 (9) 8765-4321', '11987654321'],
  ['1 1 9 8 7 6 5 4 3 2 1', '11987654321'],
  ['551187654321', '1187654321'],
  ['（１１）９８７６５－４３２１', '11987654321'],
  ['(55) 99123-4567', '55991234567'],
  ['5532104567', '5532104567'],
  ['+55 (55) 99123-4567', '55991234567'],
])('%j says %s', (text, digits) => {
  expect(readPhone(text)).toEqual({ digits });
});

describe('what may be anything else is refused', () => {
  it.each([
    '+351 912 345 678',
    '+595 981 123456',
    '+1 305 555 0123',
    '00 351 912 345 678',
    'wa.me/351912345678',
  ])('%j is of another country', (text) => {
    expect(readPhone(text).fault).toBe('Este número é de outro país. Informe um do Brasil, com DDD');
  });

  it.each(['123.456.789-09', '123456789-09', '12345678909', '119.876.543-21'])('%j is a CPF', (text) => {
    expect(readPhone(text).fault).toBe('Isto parece um CPF. Informe o telefone, com DDD');
  });

  it('eleven digits whose check digits are wrong, or which are all the same, are no CPF', () => {
    expect(readPhone('12345678900')).toEqual({ digits: '12345678900' });
    expect(readPhone('11111111111')).toEqual({ digits: '11111111111' });
  });

  it.each([
    ['nothing', ''],
    ['a sign alone', '+'],
    ['a part of a number', '98765-4321'],
    ['a number without its area code', '+55 98765-4321'],
    ['a call to be paid for, without an area code', '9090 98765-4321'],
    ['a digit too many', '119876543210'],
    ['a digit too many after the area code 55', '559912345678'],
    ['a digit too many after a mobile number of area code 55', '559991234567'],
    ['a number without its area code, as a float', '987654321.0'],
    ['a landline without its area code, as a float', '32104567.00'],
    ['an area code after the number', '3265-4321 (11)'],
    ['an extension after a hyphen', '(11) 3265-4321-5'],
    ['a footnote', '(11) 3210-4567¹'],
    ['a masked part', '11 98760xx4321'],
    ['two numbers', '(11) 98765-4321 (11) 3265-4321'],
    ['two numbers with words', 'Fixo 3265-4321 cel (11) 98765-4321'],
    ['an extension', '(11) 3265-4321/5'],
    ['a letter', '1198765432I'],
    ['a number rounded by a spreadsheet', '1,19877E+10'],
    ['a plus sign inside', '11 +98765-4321'],
    ['a zero in the area code', '10987654321'],
    ['a carrier before what is no number', '0351912345678'],
    ['digits of another script', '١١٩٨٧٦٥٤٣٢١'],
    ['a masked number', '11*******21'],
    ['a text too long to be one', `11987654321${' '.repeat(2_000)}`],
  ])('%s', (_, text) => {
    expect(readPhone(text)).toEqual({ fault: 'Número de telefone inválido' });
  });
});

test('a phone in an address is shown as a number, or as the digits that it is', () => {
  expect(showPhone('5511987654321')).toBe('(11) 98765-4321');
  expect(showPhone('+351912345678')).toBe('+351912345678');
  expect(showPhone('<b>119</b>')).toBe('119');
});
