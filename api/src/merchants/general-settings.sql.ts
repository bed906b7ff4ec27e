import type { TenantTransaction } from '../tenant.ts';

export interface GeneralSettingsRow {
  name: string;
  phone: string;
  address: string;
  brand_color: string | null;
  mask_contacts: boolean;
}

export async function getGeneralSettings(
  tx: TenantTransaction,
): Promise<GeneralSettingsRow & { email: string; logo_url: string | null }> {
  const [row] = await tx.query<GeneralSettingsRow & { email: string; logo_url: string | null }>(
    {
      name: 'get_general_settings',
      text: 'SELECT name, phone, address, brand_color, mask_contacts, email, logo_url FROM merchants WHERE id = $1',
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** The changeable fields. Locks the merchant's row until the transaction ends. */
export async function lockGeneralSettings(tx: TenantTransaction): Promise<GeneralSettingsRow> {
  const [row] = await tx.query<GeneralSettingsRow>(
    {
      name: 'lock_general_settings',
      text: 'SELECT name, phone, address, brand_color, mask_contacts FROM merchants WHERE id = $1 FOR NO KEY UPDATE',
    },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

export async function updateGeneralSettings(
  tx: TenantTransaction,
  settings: GeneralSettingsRow,
): Promise<void> {
  await tx.query(
    {
      name: 'update_general_settings',
      text: `UPDATE merchants SET name = $2, phone = $3, address = $4, brand_color = $5, mask_contacts = $6
             WHERE id = $1`,
    },
    [
      tx.merchantId,
      settings.name,
      settings.phone,
      settings.address,
      settings.brand_color,
      settings.mask_contacts,
    ],
  );
}
