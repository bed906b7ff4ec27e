import { expect, test } from 'vitest';
import { doubtPhone, otherSpelling, spellingsOf, withNinthDigit } from './doubt-phone.ts';

test('the 67 area codes of the numbering plan are known, and no others', () => {
  const known = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0')).filter(
    (area) => doubtPhone(`${area}32654321`) !== 'area',
  );
  expect(known).toHaveLength(67);
  expect(known.join(' ')).toBe(
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
      '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99',
  );
});

test.each([
  ['11987654321', undefined],
  ['1132654321', undefined],
  ['1152654321', undefined],
  ['1187654321', 'short'],
  ['1167654321', 'short'],
  ['1198765432', 'short'],
  ['11887654321', 'nine'],
  ['11327654321', 'nine'],
  ['23987654321', 'area'],
  ['2387654321', 'area'],
  ['23887654321', 'area'],
])('%s is doubted: %s', (digits, doubt) => {
  expect(doubtPhone(digits)).toBe(doubt);
});

test.each([
  ['1187654321', '11987654321'],
  ['1167654321', '11967654321'],
  ['1198765432', '11998765432'],
])('%s and %s are spellings of one number', (old, whole) => {
  expect(withNinthDigit(old)).toBe(whole);
  expect(otherSpelling(old)).toBe(whole);
  expect(otherSpelling(whole)).toBe(old);
  expect(spellingsOf(whole)).toEqual([whole, old]);
});

test.each(['1132654321', '11932654321', '11887654321'])('%s was never written otherwise', (digits) => {
  expect(otherSpelling(digits)).toBeUndefined();
  expect(spellingsOf(digits)).toEqual([digits]);
});
