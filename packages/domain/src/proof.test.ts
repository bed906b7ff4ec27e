import { expect, test } from 'vitest';
import { isTrivialPin, proofSettingsInput } from './proof.ts';

const PINS = Array.from({ length: 10_000 }, (_, index) => String(index).padStart(4, '0'));

test('repetitions, runs, pairs, days with their month and years are trivial', () => {
  for (const pin of ['0000', '7777', '1234', '7890', '4321', '1212', '2512', '0101', '1987', '2003'])
    expect(isTrivialPin(pin), pin).toBe(true);
  for (const pin of ['4827', '9182', '3301', '1399', '2580']) expect(isTrivialPin(pin), pin).toBe(false);
});

test('more than 9,300 PINs are left, so that 20 tries guess one in 465 at best', () => {
  const left = PINS.filter((pin) => !isTrivialPin(pin)).length;
  expect(left).toBeGreaterThan(9_300);
  expect(left).toBeLessThan(9_400);
});

test('a value goes with a proof above a value, and with no other', () => {
  const settings = { statementProtected: false, redemptionProofAboveCents: null };
  expect(proofSettingsInput.safeParse({ ...settings, redemptionProof: 'above' }).success).toBe(false);
  expect(proofSettingsInput.safeParse({ ...settings, redemptionProof: 'always' }).success).toBe(true);
});
