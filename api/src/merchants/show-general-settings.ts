import type { Tenancy } from '../tenant.ts';
import { getGeneralSettings } from './general-settings.sql.ts';

export interface GeneralSettings {
  name: string;
  /** The address the account was created with; not changeable here. */
  email: string;
  /** Digits only. */
  phone: string;
  address: string;
  /** '#rrggbb'; null: the product's own green. */
  brandColor: string | null;
  logoUrl: string | null;
  /** Set if operators and employees see customers' phones and e-mails masked. */
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
