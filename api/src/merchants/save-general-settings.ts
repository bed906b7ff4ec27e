import type { SaveGeneralSettings } from 'domain/merchant-inputs';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { changesBetween } from './changes-between.ts';
import { lockGeneralSettings, updateGeneralSettings } from './general-settings.sql.ts';
import { type GeneralSettings, showGeneralSettings } from './show-general-settings.ts';

/** Changes the merchant's details. The program's name is a separate setting and stays. */
export async function saveGeneralSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveGeneralSettings,
): Promise<GeneralSettings> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await lockGeneralSettings(tx);
    const after = {
      name: input.name,
      phone: input.phone,
      address: input.address ?? before.address,
      brand_color: input.brandColor,
      mask_contacts: input.maskContacts ?? before.mask_contacts,
    };
    const details = changesBetween(before, after);
    if (Object.keys(details).length === 0) return;
    await updateGeneralSettings(tx, after);
    await recordAudit(tx, {
      action: 'merchant.save_general_settings',
      entity: 'merchant',
      entityId: tx.merchantId,
      actor: staff,
      request,
      details,
    });
  });
  return await showGeneralSettings({ tenancy }, staff.merchantId);
}
