import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployee } from './account.sql.ts';
import { deletePendingEmail } from './email-links.sql.ts';

/**
 * Cancels the change of e-mail, if one is pending: the employee signs in with the present address as before.
 */
export async function cancelEmailChange(
  { tenancy }: Pick<App, 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ pendingEmail: null }> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    // The lock orders this with `resendEmailLink`: a new link is made before it or not at all.
    await lockEmployee(tx, staff.employeeId);
    if (!(await deletePendingEmail(tx, staff.employeeId))) return;
    await recordAudit(tx, {
      action: 'auth.cancel_email_change',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    });
  });
  return { pendingEmail: null };
}
