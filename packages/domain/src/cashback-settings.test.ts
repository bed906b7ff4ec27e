import { expect, test } from 'vitest';
import { describeDays, saveCashbackSettingsInput } from './cashback-settings.ts';

const RULES = { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null };
const SETTINGS = {
  programName: ' Clube da Padaria ',
  rateBasisPoints: 500,
  availableImmediately: false,
  maturingDays: 7,
  expires: true,
  expirationDays: 180,
  redemptionRules: RULES,
};

/** Field → message of the first problem there. */
function problems(change: object): Record<string, string> {
  const { error } = saveCashbackSettingsInput.safeParse({ ...SETTINGS, ...change });
  return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

test('settings within their ranges are accepted, and the name arrives trimmed', () => {
  expect(saveCashbackSettingsInput.parse(SETTINGS)).toEqual({ ...SETTINGS, programName: 'Clube da Padaria' });
  for (const change of [
    { rateBasisPoints: 10, maturingDays: 1, expirationDays: 1 },
    { rateBasisPoints: 10_000, maturingDays: 90, expirationDays: 3_650 },
    { redemptionRules: { maxShareBasisPoints: 1, minPurchaseCents: 1, minBalanceCents: 1 } },
  ])
    expect(problems(change)).toEqual({});
});

test.each([
  [{ programName: '  ' }, 'programName', 'Nome do programa é obrigatório'],
  [{ programName: 'a'.repeat(121) }, 'programName', 'Use no máximo 120 caracteres'],
  [{ rateBasisPoints: 9 }, 'rateBasisPoints', 'Use um percentual entre 0,1% e 100%'],
  [{ rateBasisPoints: 10_001 }, 'rateBasisPoints', 'Use um percentual entre 0,1% e 100%'],
  [{ rateBasisPoints: 10.5 }, 'rateBasisPoints', 'Use um percentual entre 0,1% e 100%'],
  [{ maturingDays: 0 }, 'maturingDays', 'Use de 1 a 90 dias'],
  [{ maturingDays: 91 }, 'maturingDays', 'Use de 1 a 90 dias'],
  [{ maturingDays: undefined }, 'maturingDays', 'Use de 1 a 90 dias'],
  [{ expirationDays: 3_651 }, 'expirationDays', 'Use de 1 a 3.650 dias'],
  [{ expirationDays: undefined }, 'expirationDays', 'Use de 1 a 3.650 dias'],
  [
    { redemptionRules: { ...RULES, maxShareBasisPoints: 0 } },
    'redemptionRules.maxShareBasisPoints',
    'Use um percentual entre 0,01% e 100%',
  ],
  [
    { redemptionRules: { ...RULES, minPurchaseCents: 0 } },
    'redemptionRules.minPurchaseCents',
    'Insira um valor válido',
  ],
])('%j is refused at its field', (change, field, message) => {
  expect(problems(change)).toEqual({ [field]: message });
});

test('a number of days that does not apply may be left out', () => {
  const { maturingDays: _maturing, expirationDays: _expiration, ...rest } = SETTINGS;
  const parsed = saveCashbackSettingsInput.parse({ ...rest, availableImmediately: true, expires: false });
  expect(parsed).not.toHaveProperty('maturingDays');
});

test.each([
  [1, '1 dia = menos de 1 mês'],
  [30, '30 dias = 1 mês'],
  [31, '31 dias = 1 mês e 1 dia'],
  [180, '180 dias = 6 meses'],
  [200, '200 dias = 6 meses e 20 dias'],
  [365, '365 dias = 12 meses e 5 dias'],
  [3_650, '3.650 dias = 121 meses e 20 dias'],
])('%i days are described in months of thirty days', (days, message) => {
  expect(describeDays(days)).toBe(message);
});
