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
}

export function generalValuesOf(settings: GeneralSettings): GeneralValues {
  const { name, phone, address, brandColor, maskContacts, hideReports } = settings;
  return { name, phone, address, brandColor: brandColor ?? '', maskContacts, hideReports };
}

export function generalInputOf(values: GeneralValues): ApiInputs['merchants']['saveGeneralSettings'] {
  return { ...values, brandColor: values.brandColor.trim() || null };
}
