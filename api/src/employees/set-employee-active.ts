import { recordAudit } from '../audit/record-audit.ts';
import { claimEmail } from '../auth/claim-email.ts';
import { endPasswordLinks } from '../auth/end-password-links.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { forgetPin } from '../auth/forget-pin.ts';
import { updateEmployee } from '../auth/update-employee.ts';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockTarget } from './lock-target.ts';

/**
 * Activates or deactivates an employee. Deactivation works from the very next request, because sessions end
 * in the same transaction; the password is kept for a return, the PIN is not. Does nothing if the state is
 * already so. Throws as `lockTarget`, and 'email_taken' if the e-mail was proved elsewhere since.
 */
export async function setEmployeeActive(
  app: Pick<App, 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { employeeId, isActive }: { employeeId: string; isActive: boolean },
): Promise<{ isActive: boolean }> {
  return await claimEmail(() =>
    app.tenancy.withTenant(staff.merchantId, async (tx) => {
      const act = isActive ? 'activate' : 'deactivate';
      const employee = await lockTarget(tx, staff, employeeId, { kind: act });
      if (employee.isActive === isActive) return { isActive };
      await updateEmployee(tx, employeeId, { isActive });
      // Also on activation: a login that overlapped the deactivation may have left an unusable session.
      await endSessions(tx, employeeId);
      await endPasswordLinks(tx, employeeId);
      await forgetPin(tx, employeeId);
      await recordAudit(tx, {
        action: `employee.${act}`,
        entity: 'employee',
        entityId: employeeId,
        actor: staff,
        request,
        details: { is_active_before: !isActive, is_active_after: isActive },
      });
      return { isActive };
    }),
  );
}
