import type { TenantTransaction } from '../tenant.ts';

export interface MarketingSettingsRow {
  gtm_id: string | null;
  meta_pixel_id: string | null;
}

const MARKETING_SETTINGS = 'SELECT gtm_id, meta_pixel_id FROM merchants WHERE id = $1';

export async function getMarketingSettings(tx: TenantTransaction): Promise<MarketingSettingsRow> {
  const [row] = await tx.query<MarketingSettingsRow>(
    { name: 'get_marketing_settings', text: MARKETING_SETTINGS },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/** Like `getMarketingSettings`, and locks the merchant's row until the transaction ends. */
export async function lockMarketingSettings(tx: TenantTransaction): Promise<MarketingSettingsRow> {
  const [row] = await tx.query<MarketingSettingsRow>(
    { name: 'lock_marketing_settings', text: `${MARKETING_SETTINGS} FOR NO KEY UPDATE` },
    [tx.merchantId],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

export async function updateMarketingSettings(
  tx: TenantTransaction,
  settings: MarketingSettingsRow,
): Promise<void> {
  await tx.query(
    {
      name: 'update_marketing_settings',
      text: 'UPDATE merchants SET gtm_id = $2, meta_pixel_id = $3 WHERE id = $1',
    },
    [tx.merchantId, settings.gtm_id, settings.meta_pixel_id],
  );
}
