import type { ApiInputs, ApiOutputs } from 'api/contract';

export type GeneralSettings = ApiOutputs['merchants']['generalSettings'];

/** As their form holds them: no color is empty text. */
export interface GeneralValues {
  name: string;
  phone: string;
  address: string;
  brandColor: string;
  maskContacts: boolean;
  hideReports: boolean;
  /** As typed. */
  inactivityMonths: string;
  /** Each value with the box that reveals it. */
  hasPurchaseLimit: boolean;
  approvePurchasesAboveCents: number;
  hasRedemptionLimit: boolean;
  approveRedemptionsAboveCents: number;
  hasCorrectionLimit: boolean;
  approveCorrectionsAboveCents: number;
  hasQuestionLimit: boolean;
  askPurchasesAboveCents: number;
}

export function generalValuesOf(settings: GeneralSettings): GeneralValues {
  const { name, phone, address, brandColor, maskContacts, hideReports, inactivityMonths } = settings;
  return {
    ...{ name, phone, address, maskContacts, hideReports },
    brandColor: brandColor ?? '',
    inactivityMonths: String(inactivityMonths),
    hasPurchaseLimit: settings.approvePurchasesAboveCents !== null,
    approvePurchasesAboveCents: settings.approvePurchasesAboveCents ?? 0,
    hasRedemptionLimit: settings.approveRedemptionsAboveCents !== null,
    approveRedemptionsAboveCents: settings.approveRedemptionsAboveCents ?? 0,
    hasCorrectionLimit: settings.approveCorrectionsAboveCents !== null,
    approveCorrectionsAboveCents: settings.approveCorrectionsAboveCents ?? 0,
    hasQuestionLimit: settings.askPurchasesAboveCents !== null,
    askPurchasesAboveCents: settings.askPurchasesAboveCents ?? 0,
  };
}

/** A number of months; NaN, which the schema refuses, for anything but a whole number. */
export const monthsOf = (text: string) => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);

export function generalInputOf(values: GeneralValues): ApiInputs['merchants']['saveGeneralSettings'] {
  const { hasPurchaseLimit, hasRedemptionLimit, hasCorrectionLimit, hasQuestionLimit, ...input } = values;
  return {
    ...input,
    brandColor: values.brandColor.trim() || null,
    inactivityMonths: monthsOf(values.inactivityMonths),
    approvePurchasesAboveCents: hasPurchaseLimit ? values.approvePurchasesAboveCents : null,
    approveRedemptionsAboveCents: hasRedemptionLimit ? values.approveRedemptionsAboveCents : null,
    approveCorrectionsAboveCents: hasCorrectionLimit ? values.approveCorrectionsAboveCents : null,
    askPurchasesAboveCents: hasQuestionLimit ? values.askPurchasesAboveCents : null,
  };
}
