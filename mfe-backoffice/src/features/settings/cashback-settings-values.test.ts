import { saveCashbackSettingsInput } from 'domain/cashback-settings';
import { expect, it } from 'vitest';
import { basisPointsOf, daysOf, inputOf, valuesOf } from './cashback-settings-values.ts';

const SETTINGS = {
  programName: 'Clube',
  rateBasisPoints: 525,
  earningMinPurchaseCents: 1_000,
  availableImmediately: false,
  maturingDays: 7,
  expires: true,
  expirationDays: 180,
  redemptionRules: { maxShareBasisPoints: 5_000, minPurchaseCents: 3_000, minBalanceCents: null },
  proof: { statementProtected: true, redemptionProof: 'above' as const, redemptionProofAboveCents: 2_000 },
};

it('shows and sends the same settings', () => {
  expect(inputOf(valuesOf(SETTINGS))).toEqual(SETTINGS);
  expect(valuesOf(SETTINGS)).toMatchObject({ rate: '5,25', share: '50', hasMinBalance: false });
});

it('leaves out days that are not shown, whatever was typed into them', () => {
  const values = { ...valuesOf(SETTINGS), availableImmediately: true, maturingDays: '999', expires: false };
  const input = inputOf(values);
  expect(input).not.toHaveProperty('maturingDays');
  expect(input).not.toHaveProperty('expirationDays');
  expect(saveCashbackSettingsInput.safeParse(input).success).toBe(true);
});

it('sends a rule whose box is off as off, and keeps what was typed for when it is on again', () => {
  const values = { ...valuesOf(SETTINGS), hasShare: false };
  expect(inputOf(values).redemptionRules.maxShareBasisPoints).toBeNull();
  expect(values.share).toBe('50');
});

it.each(['', 'cinco', '5,255', '-5', '5%5'])('takes %j for no percentage', (text) => {
  expect(basisPointsOf(text)).toBeNaN();
});

it.each([
  ['5', 500],
  ['5,2', 520],
  ['5.25', 525],
  [' 100% ', 10_000],
])('reads %j as %i basis points', (text, basisPoints) => {
  expect(basisPointsOf(text)).toBe(basisPoints);
});

it.each(['', '1,5', '-1', '1e2', 'dez'])('takes %j for no number of days', (text) => {
  expect(daysOf(text)).toBeNaN();
});
