import type { ApiInputs, ApiOutputs } from 'api/contract';
import { formatRate, parseRate } from 'domain/money';
import type { RedemptionProof } from 'domain/proof';

export type CashbackSettings = ApiOutputs['merchants']['cashbackSettings'];

/**
 * The settings as their form holds them: percentages and days as typed, each rule with the box that reveals
 * it.
 */
export interface SettingsValues {
  programName: string;
  rate: string;
  earningMinPurchaseCents: number;
  availableImmediately: boolean;
  maturingDays: string;
  expires: boolean;
  expirationDays: string;
  hasShare: boolean;
  share: string;
  hasMinPurchase: boolean;
  minPurchaseCents: number;
  hasMinBalance: boolean;
  minBalanceCents: number;
  statementProtected: boolean;
  redemptionProof: RedemptionProof;
  redemptionProofAboveCents: number;
}

/** Basis points without the sign, as a field whose unit stands beside it shows them: '5,25'. */
const percentText = (basisPoints: number) => formatRate(basisPoints).replace('%', '');

export function valuesOf({ redemptionRules: rules, proof, ...settings }: CashbackSettings): SettingsValues {
  return {
    programName: settings.programName,
    rate: percentText(settings.rateBasisPoints),
    earningMinPurchaseCents: settings.earningMinPurchaseCents,
    availableImmediately: settings.availableImmediately,
    maturingDays: String(settings.maturingDays),
    expires: settings.expires,
    expirationDays: String(settings.expirationDays),
    hasShare: rules.maxShareBasisPoints !== null,
    share: rules.maxShareBasisPoints === null ? '' : percentText(rules.maxShareBasisPoints),
    hasMinPurchase: rules.minPurchaseCents !== null,
    minPurchaseCents: rules.minPurchaseCents ?? 0,
    hasMinBalance: rules.minBalanceCents !== null,
    minBalanceCents: rules.minBalanceCents ?? 0,
    statementProtected: proof.statementProtected,
    redemptionProof: proof.redemptionProof,
    redemptionProofAboveCents: proof.redemptionProofAboveCents ?? 0,
  };
}

/** A percentage field's value in basis points; NaN, which every schema refuses, for an invalid one. */
export const basisPointsOf = (text: string) => parseRate(text) ?? Number.NaN;

/** A day field's value; NaN for anything but a whole number. */
export const daysOf = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** The input to save. Days that are not shown are left out, so that the stored ones stay. */
export function inputOf(values: SettingsValues): ApiInputs['merchants']['saveCashbackSettings'] {
  return {
    programName: values.programName,
    rateBasisPoints: basisPointsOf(values.rate),
    earningMinPurchaseCents: values.earningMinPurchaseCents,
    availableImmediately: values.availableImmediately,
    ...(!values.availableImmediately && { maturingDays: daysOf(values.maturingDays) }),
    expires: values.expires,
    ...(values.expires && { expirationDays: daysOf(values.expirationDays) }),
    redemptionRules: {
      maxShareBasisPoints: values.hasShare ? basisPointsOf(values.share) : null,
      minPurchaseCents: values.hasMinPurchase ? values.minPurchaseCents : null,
      minBalanceCents: values.hasMinBalance ? values.minBalanceCents : null,
    },
    proof: {
      statementProtected: values.statementProtected,
      redemptionProof: values.redemptionProof,
      redemptionProofAboveCents: values.redemptionProof === 'above' ? values.redemptionProofAboveCents : null,
    },
  };
}
