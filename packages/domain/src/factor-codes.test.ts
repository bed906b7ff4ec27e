import { expect, test } from 'vitest';
import { isAppCode, isRecoveryCode, plainCode, readableRecoveryCode } from './factor-codes.ts';

test('a code is the same however it is spaced, hyphenated and capitalized', () => {
  expect(plainCode(' 123 456 ')).toBe('123456');
  const code = 'abcdefgh2345wxyzmnopqrst';
  expect(readableRecoveryCode(code)).toBe('abcd-efgh-2345-wxyz-mnop-qrst');
  expect(plainCode('ABCD EFGH 2345 WXYZ mnop qrst')).toBe(code);
  expect(plainCode(readableRecoveryCode(code))).toBe(code);
});

test.each([
  ['123456', true, false],
  ['12345', false, false],
  ['1234567', false, false],
  ['١٢٣٤٥٦', false, false],
  ['abcdefgh2345wxyzmnopqrst', false, true],
  ['abcdefgh2345wxyzmnopqrs1', false, false],
  ['abcdefgh2345wxyzmnopqrstu', false, false],
  ['', false, false],
])('%j: of an app %s, for recovery %s', (code, isApp, isRecovery) => {
  expect([isAppCode(code), isRecoveryCode(code)]).toEqual([isApp, isRecovery]);
});
