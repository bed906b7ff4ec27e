import type { ApiInputs, ApiOutputs } from 'api/contract';

export type GeneralSettings = ApiOutputs['merchants']['generalSettings'];

/** As their form holds them: no colour is empty text. */
export interface GeneralValues {
  name: string;
  phone: string;
  address: string;
  brandColor: string;
}

export function generalValuesOf({ name, phone, address, brandColor }: GeneralSettings): GeneralValues {
  return { name, phone, address, brandColor: brandColor ?? '' };
}

export function generalInputOf(values: GeneralValues): ApiInputs['merchants']['saveGeneralSettings'] {
  return { ...values, brandColor: values.brandColor.trim() || null };
}
