import { z } from 'zod';
import { amountCents, leastCents, name } from './fields.ts';
import { MAX_RATE_BASIS_POINTS, MIN_RATE_BASIS_POINTS } from './money.ts';
import { proofSettingsInput } from './proof.ts';

/**
 * How a merchant's program works, as its settings show and save it. What only back-office screens need is
 * here.
 */

export const MAX_MATURING_DAYS = 90;
export const MAX_EXPIRATION_DAYS = 3_650;

const rate = (min: number, message: string) =>
  z.number(message).int(message).min(min, message).max(MAX_RATE_BASIS_POINTS, message);
const days = (max: number, message: string) =>
  z.number(message).int(message).min(1, message).max(max, message);

const MATURING_MESSAGE = `Use de 1 a ${MAX_MATURING_DAYS} dias`;
const EXPIRATION_MESSAGE = 'Use de 1 a 3.650 dias';

export const redemptionRulesInput = z.strictObject({
  maxShareBasisPoints: rate(1, 'Use um percentual entre 0,01% e 100%').nullable(),
  minPurchaseCents: amountCents.nullable(),
  minBalanceCents: amountCents.nullable(),
});

/**
 * A number of days that does not apply (`maturingDays` of an immediate credit) may be left out: the stored
 * one stays.
 */
export const saveCashbackSettingsInput = z
  .strictObject({
    programName: name(120, 'Nome do programa é obrigatório'),
    rateBasisPoints: rate(MIN_RATE_BASIS_POINTS, 'Use um percentual entre 0,1% e 100%'),
    /** Left out, as by an older screen, the stored one stays. */
    earningMinPurchaseCents: leastCents.optional(),
    availableImmediately: z.boolean('Dados inválidos'),
    maturingDays: days(MAX_MATURING_DAYS, MATURING_MESSAGE).optional(),
    expires: z.boolean('Dados inválidos'),
    expirationDays: days(MAX_EXPIRATION_DAYS, EXPIRATION_MESSAGE).optional(),
    redemptionRules: redemptionRulesInput,
    /** Left out, what is asked of customers stays. */
    proof: proofSettingsInput.optional(),
  })
  .refine((settings) => settings.availableImmediately || settings.maturingDays !== undefined, {
    path: ['maturingDays'],
    message: MATURING_MESSAGE,
  })
  .refine((settings) => !settings.expires || settings.expirationDays !== undefined, {
    path: ['expirationDays'],
    message: EXPIRATION_MESSAGE,
  });

export type SaveCashbackSettings = z.output<typeof saveCashbackSettingsInput>;

const DAYS_IN_MONTH = 30;

/**
 * '180 dias = 6 meses', '200 dias = 6 meses e 20 dias', '20 dias = menos de 1 mês'. A month is thirty days.
 */
export function describeDays(dayCount: number): string {
  const remaining = dayCount % DAYS_IN_MONTH;
  const months = (dayCount - remaining) / DAYS_IN_MONTH;
  const parts = [
    months > 0 && counted(months, 'mês', 'meses'),
    months > 0 && remaining > 0 && counted(remaining, 'dia', 'dias'),
  ].filter((part) => part !== false);
  return `${counted(dayCount, 'dia', 'dias')} = ${parts.join(' e ') || 'menos de 1 mês'}`;
}

/** '1 dia', '3.650 dias' */
function counted(count: number, one: string, many: string): string {
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, '.')} ${count === 1 ? one : many}`;
}
