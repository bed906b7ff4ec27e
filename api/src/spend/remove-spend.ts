import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { formatDate } from '../lib/date-columns.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';

/** Removes a mistaken entry; the audit log keeps its amount and date. Throws Refusal 'spend_not_found'. */
export async function removeSpend(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const where = { merchantId: tx.merchantId, id };
    const removed = await tx.prisma(async ({ marketingSpend }) => {
      const entry = await marketingSpend.findFirst({ where });
      const { count } = await marketingSpend.deleteMany({ where });
      return count > 0 ? entry : null;
    });
    if (!removed) throw new Refusal('spend_not_found');
    await recordAudit(tx, {
      action: 'spend.remove',
      entity: 'spend',
      entityId: id,
      actor: staff,
      request,
      details: { amountCents: Number(removed.amountCents), date: formatDate(removed.date) },
    });
    return {};
  });
}
