import type { Tenancy } from '../tenant.ts';
import { getMarketingSettings, type MarketingSettingsRow } from './marketing-settings.sql.ts';

/**
 * The merchant's own tags, for their customers' pages. Not secret: every visitor of those pages reads them.
 */
export interface MarketingSettings {
  /** 'GTM-ABC123' */
  gtmId: string | null;
  /** 15 or 16 digits. */
  metaPixelId: string | null;
}

export async function showMarketingSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<MarketingSettings> {
  return marketingOf(await tenancy.withTenant(merchantId, getMarketingSettings));
}

export function marketingOf(row: MarketingSettingsRow): MarketingSettings {
  return { gtmId: row.gtm_id, metaPixelId: row.meta_pixel_id };
}
