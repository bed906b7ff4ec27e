import type { Tenancy } from '../tenant.ts';
import { getGeneralSettings } from './general-settings.sql.ts';

export interface GeneralSettings {
  name: string;
  /** Where the account was made; never changed here. */
  email: string;
  /** Digits only. */
  phone: string;
  address: string;
  /** '#rrggbb'; null: the product's own green. */
  brandColor: string | null;
  logoUrl: string | null;
  /** Whether operators and employees are shown customers' phones and e-mails masked. */
  maskContacts: boolean;
}

export async function showGeneralSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<GeneralSettings> {
  const {
    brand_color: brandColor,
    logo_url: logoUrl,
    mask_contacts: maskContacts,
    ...row
  } = await tenancy.withTenant(merchantId, getGeneralSettings);
  return { ...row, brandColor, logoUrl, maskContacts };
}
