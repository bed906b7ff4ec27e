import type { SaveGeneralSettings } from 'domain/merchant-inputs';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockMerchant, nameRulesAuthor } from './merchants.sql.ts';
import { type GeneralSettings, readGeneralSettings } from './show-general-settings.ts';

/**
 * Changes the merchant's details; the months without movement are a rule, whose change a trigger keeps as a
 * new version. The program's name is a separate setting and stays.
 */
export async function saveGeneralSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveGeneralSettings,
): Promise<GeneralSettings> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockMerchant(tx);
    const before = await readGeneralSettings(tx);
    const after = {
      name: input.name,
      phone: input.phone,
      address: input.address ?? before.address,
      brandColor: input.brandColor,
      maskContacts: input.maskContacts ?? before.maskContacts,
      hideReports: input.hideReports ?? before.hideReports,
      inactivityMonths: input.inactivityMonths ?? before.inactivityMonths,
      approvePurchasesAboveCents: given(input.approvePurchasesAboveCents, before.approvePurchasesAboveCents),
      approveRedemptionsAboveCents: given(
        input.approveRedemptionsAboveCents,
        before.approveRedemptionsAboveCents,
      ),
      approveCorrectionsAboveCents: given(
        input.approveCorrectionsAboveCents,
        before.approveCorrectionsAboveCents,
      ),
      askPurchasesAboveCents: given(input.askPurchasesAboveCents, before.askPurchasesAboveCents),
    };
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      await nameRulesAuthor(tx, staff.employeeId);
      const where = { id: tx.merchantId };
      await tx.prisma(({ merchant }) => merchant.update({ where, data: after, select: { id: true } }));
      await recordAudit(tx, {
        action: 'merchant.save_general_settings',
        entity: 'merchant',
        entityId: tx.merchantId,
        actor: staff,
        request,
        details,
      });
    }
    return { ...before, ...after };
  });
}

/** null takes the value away; only what was left out stays. */
const given = (cents: number | null | undefined, stored: number | null) =>
  cents === undefined ? stored : cents;
