import type { Tenancy, TenantTransaction } from '../tenant.ts';

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
  return await tenancy.withTenant(merchantId, readMarketingSettings);
}

export function readMarketingSettings({ merchantId, prisma }: TenantTransaction): Promise<MarketingSettings> {
  return prisma(({ merchant }) =>
    merchant.findUniqueOrThrow({ where: { id: merchantId }, select: { gtmId: true, metaPixelId: true } }),
  );
}
