import type { SaveMarketingSettings } from 'domain/merchant-inputs';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockMerchant } from './merchants.sql.ts';
import { type MarketingSettings, readMarketingSettings } from './show-marketing-settings.ts';

/** Changes the merchant's tags on its customers' pages. Returns the stored settings. */
export async function saveMarketingSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveMarketingSettings,
): Promise<MarketingSettings> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockMerchant(tx);
    const before = await readMarketingSettings(tx);
    const after = { gtmId: input.gtmId, metaPixelId: input.metaPixelId };
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      const where = { id: tx.merchantId };
      await tx.prisma(({ merchant }) => merchant.update({ where, data: after, select: { id: true } }));
      await recordAudit(tx, {
        action: 'merchant.save_marketing_settings',
        entity: 'merchant',
        entityId: tx.merchantId,
        actor: staff,
        request,
        details,
      });
    }
    return after;
  });
}
