import type { SaveCashbackSettings } from 'domain/cashback-settings';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { markSetup } from '../setup/mark-setup.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { lockMerchant, nameRulesAuthor } from './merchants.sql.ts';
import {
  type CashbackSettings,
  type CashbackSettingsRow,
  readCashbackSettings,
  settingsOf,
} from './show-cashback-settings.ts';

/**
 * Changes the program's rules from now on; a trigger keeps them as a new version. Credits already given keep
 * their stored amounts and dates. A new credit follows the settings at the time its code is confirmed, with
 * the rate of the purchase. Returns the stored settings.
 */
export async function saveCashbackSettings(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveCashbackSettings,
): Promise<CashbackSettings> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockMerchant(tx);
    const before = await readCashbackSettings(tx);
    const after = changed(before, input);
    const details = changesBetween(before, after);
    if (Object.keys(details).length > 0) {
      await nameRulesAuthor(tx, staff.employeeId);
      const where = { id: tx.merchantId };
      await tx.prisma(({ merchant }) => merchant.update({ where, data: after, select: { id: true } }));
      await recordAudit(tx, {
        action: 'merchant.save_cashback_settings',
        entity: 'merchant',
        entityId: tx.merchantId,
        actor: staff,
        request,
        details,
      });
    }
    // Saved without a change, too: the owner has looked at them.
    await markSetup(tx, 'rules');
    return settingsOf(after);
  });
}

function changed(before: CashbackSettingsRow, input: SaveCashbackSettings): CashbackSettingsRow {
  const proof = input.proof ?? before;
  return {
    programName: input.programName,
    rateBasisPoints: input.rateBasisPoints,
    earningMinPurchaseCents: input.earningMinPurchaseCents ?? before.earningMinPurchaseCents,
    cashbackAvailableImmediately: input.availableImmediately,
    cashbackMaturingDays: input.maturingDays ?? before.cashbackMaturingDays,
    cashbackExpires: input.expires,
    cashbackExpirationDays: input.expirationDays ?? before.cashbackExpirationDays,
    redemptionMaxShareBasisPoints: input.redemptionRules.maxShareBasisPoints,
    redemptionMinPurchaseCents: input.redemptionRules.minPurchaseCents,
    redemptionMinBalanceCents: input.redemptionRules.minBalanceCents,
    statementProtected: proof.statementProtected,
    redemptionProof: proof.redemptionProof,
    redemptionProofAboveCents: proof.redemptionProofAboveCents,
  };
}
