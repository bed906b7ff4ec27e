import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { deleteSpend } from './spend.sql.ts';

/** Removes a mistaken entry; the audit log keeps its amount and date. Throws Refusal 'spend_not_found'. */
export async function removeSpend(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const removed = await deleteSpend(tx, id);
    if (!removed) throw new Refusal('spend_not_found');
    await recordAudit(tx, {
      action: 'spend.remove',
      entity: 'spend',
      entityId: id,
      actor: staff,
      request,
      details: { amountCents: removed.amount_cents, date: removed.date },
    });
    return {};
  });
}
