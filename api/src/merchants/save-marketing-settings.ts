import type { SaveMarketingSettings } from 'domain/merchant-inputs';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { changesBetween } from './changes-between.ts';
import { lockMarketingSettings, updateMarketingSettings } from './marketing-settings.sql.ts';
import { type MarketingSettings, marketingOf } from './show-marketing-settings.ts';

/** Changes the merchant's tags on its customers' pages. Returns the stored settings. */
export async function saveMarketingSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveMarketingSettings,
): Promise<MarketingSettings> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await lockMarketingSettings(tx);
    const after = { gtm_id: input.gtmId, meta_pixel_id: input.metaPixelId };
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      await updateMarketingSettings(tx, after);
      await recordAudit(tx, {
        action: 'merchant.save_marketing_settings',
        entity: 'merchant',
        entityId: tx.merchantId,
        actor: staff,
        request,
        details,
      });
    }
    return marketingOf(after);
  });
}
