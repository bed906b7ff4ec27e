import type { Role } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import { endPasswordLinks } from '../auth/end-password-links.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { updateEmployee } from '../auth/update-employee.ts';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockTarget } from './lock-target.ts';

/**
 * Changes an employee's role, ownership included; they sign in again with their new rights. Does nothing if
 * they have the role already. Throws as `lockTarget`.
 */
export async function setEmployeeRole(
  app: Pick<App, 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { employeeId, role }: { employeeId: string; role: Role },
): Promise<{ role: Role }> {
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const employee = await lockTarget(tx, staff, employeeId, { kind: 'change_role', role });
    if (employee.role === role) return { role };
    await updateEmployee(tx, employeeId, { role });
    await endSessions(tx, employeeId);
    await endPasswordLinks(tx, employeeId);
    await recordAudit(tx, {
      action: 'employee.change_role',
      entity: 'employee',
      entityId: employeeId,
      actor: staff,
      request,
      details: { role_before: employee.role, role_after: role },
    });
    return { role };
  });
}
