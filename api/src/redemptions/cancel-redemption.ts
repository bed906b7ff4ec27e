import type { ActingEmployee } from '../acting-employee.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { openAccountOf } from '../ledger/account.ts';
import type { Tenancy } from '../tenant.ts';
import { redemptionStatusOf } from './list-redemptions.ts';
import { cancelPendingRedemption, findRedemption } from './redemption-history.sql.ts';

/**
 * Cancels a redemption that waits for its customer: its code confirms nothing from now on. Under the
 * customer's lock, as its confirmation: exactly one of the two wins. Canceling again changes nothing.
 * Throws Refusal 'operation_not_found', 'code_confirmed' or 'code_expired'.
 */
export async function cancelRedemption(
  { tenancy }: { tenancy: Tenancy },
  staff: ActingEmployee,
  request: { ip: string; userAgent?: string | undefined },
  id: string,
): Promise<{ canceledAt: string }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const opened = await openAccountOf(tx, () => findRedemption(tx, id));
    if (!opened) throw new Refusal('operation_not_found');
    const { row: redemption, account } = opened;
    if (redemption.canceled_at) return { canceledAt: redemption.canceled_at.toISOString() };
    if (redemption.status !== 'pending') throw new Refusal('code_confirmed');
    if (redemptionStatusOf(redemption, account.at) === 'unclaimed') throw new Refusal('code_expired');
    await cancelPendingRedemption(tx, redemption.id, account.at);
    await recordAudit(tx, {
      action: 'redemption.cancel',
      entity: 'redemption',
      entityId: redemption.id,
      actor: staff,
      request,
      details: { amountCents: redemption.amount_cents },
    });
    return { canceledAt: account.at.toISOString() };
  });
}
