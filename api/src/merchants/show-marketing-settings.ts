import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { foundMerchant } from './found-merchant.ts';

/**
 * The merchant's own tags, for their customers' pages. Not secret: every visitor of those pages reads them.
 */
export interface MarketingSettings {
  /** 'GTM-ABC123' */
  gtmId: string | null;
  /** 15 or 16 digits. */
  metaPixelId: string | null;
}

/** Throws Refusal 'merchant_not_found'. */
export async function showMarketingSettings(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<MarketingSettings> {
  return await tenancy.withTenant(merchantId, readMarketingSettings);
}

export async function readMarketingSettings({
  merchantId,
  prisma,
}: TenantTransaction): Promise<MarketingSettings> {
  return foundMerchant(
    await prisma(({ merchant }) =>
      merchant.findUnique({
        where: { id: merchantId, isActive: true },
        select: { gtmId: true, metaPixelId: true },
      }),
    ),
  );
}
