import type { SaveCashbackSettings } from 'domain/cashback-settings';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { changesBetween } from './changes-between.ts';
import { type CashbackSettingsRow, lockCashbackSettings, updateCashbackSettings } from './merchants.sql.ts';
import { type CashbackSettings, settingsOf } from './show-cashback-settings.ts';

/**
 * Changes the program's rules from now on. Credits already given keep their stored amounts and dates. A new
 * credit follows the settings at the time its code is confirmed, with the rate of the purchase. Returns the
 * stored settings.
 */
export async function saveCashbackSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveCashbackSettings,
): Promise<CashbackSettings> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await lockCashbackSettings(tx);
    const after = changed(before, input);
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      await updateCashbackSettings(tx, after);
      await recordAudit(tx, {
        action: 'merchant.save_cashback_settings',
        entity: 'merchant',
        entityId: tx.merchantId,
        actor: staff,
        request,
        details,
      });
    }
    return settingsOf(after);
  });
}

function changed(before: CashbackSettingsRow, input: SaveCashbackSettings): CashbackSettingsRow {
  return {
    program_name: input.programName,
    rate_basis_points: input.rateBasisPoints,
    cashback_available_immediately: input.availableImmediately,
    cashback_maturing_days: input.maturingDays ?? before.cashback_maturing_days,
    cashback_expires: input.expires,
    cashback_expiration_days: input.expirationDays ?? before.cashback_expiration_days,
    redemption_max_share_basis_points: input.redemptionRules.maxShareBasisPoints,
    redemption_min_purchase_cents: input.redemptionRules.minPurchaseCents,
    redemption_min_balance_cents: input.redemptionRules.minBalanceCents,
  };
}
