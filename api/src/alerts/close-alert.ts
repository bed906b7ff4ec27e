import type { AlertState } from 'domain/alerts';
import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { deleteHolds } from './redemption-holds.sql.ts';

/**
 * Closes an open alert and ends its holds. After 'fine' its rule no longer alerts of the same pair; 'settled'
 * means that its movements were reversed. Throws Refusal 'alert_not_found', 'alert_closed' or 'own_alert'.
 */
export async function closeAlert(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id, state }: { id: string; state: Exclude<AlertState, 'open'> },
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const { merchantId } = tx;
    await assertOthersAlert(tx, staff, id);
    await tx.prisma(({ alert }) =>
      alert.update({
        where: { merchantId_id: { merchantId, id } },
        data: { state, closedAt: tx.now, closedBy: staff.employeeId },
      }),
    );
    await deleteHolds(tx, id);
    await recordAudit(tx, {
      action: 'alert.close',
      entity: 'alert',
      entityId: id,
      actor: staff,
      request,
      details: { alertState: state },
    });
  });
  return {};
}

/** Locks the alert; returns the employee it is about. Throws Refusal 'alert_not_found' or 'alert_closed'. */
export async function lockOpenAlert(tx: TenantTransaction, id: string): Promise<string | null> {
  const [row] = await tx.query<{ state: AlertState; employee_id: string | null }>(
    {
      name: 'lock_alert',
      text: 'SELECT state, employee_id FROM alerts WHERE merchant_id = $1 AND id = $2 FOR NO KEY UPDATE',
    },
    [tx.merchantId, id],
  );
  if (!row) throw new Refusal('alert_not_found');
  if (row.state !== 'open') throw new Refusal('alert_closed');
  return row.employee_id;
}

/**
 * Locks the alert. Throws as `lockOpenAlert`, and Refusal 'own_alert' to the employee that it is about. An
 * owner may close an own alert, because a merchant may have no one else who can.
 */
export async function assertOthersAlert(
  tx: TenantTransaction,
  staff: StaffSession,
  id: string,
): Promise<void> {
  const employeeId = await lockOpenAlert(tx, id);
  if (employeeId === staff.employeeId && staff.client.employee.role !== 'owner')
    throw new Refusal('own_alert');
}
