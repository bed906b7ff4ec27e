import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployee } from './account.sql.ts';
import { checkPassword } from './check-password.ts';
import { deletePendingEmail } from './email-links.sql.ts';
import { endSessions } from './end-sessions.ts';
import { expirePasswordLinks } from './password-links.sql.ts';
import { updateEmployee } from './update-employee.ts';

/**
 * Changes the employee's own password. Ends all of their sessions, this one included, and their links to a
 * new password or e-mail. Returns the token of a new session for this browser. Throws the refusals of
 * `checkPassword`, and 'common_password'.
 */
export async function changePassword(
  app: Pick<App, 'limiter' | 'passwords' | 'sessions' | 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { currentPassword: string; password: string },
): Promise<string> {
  const checked = await checkPassword(app, staff, input.currentPassword);
  const passwordHash = await app.passwords.hash(input.password);
  await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const employee = await lockEmployee(tx, staff.employeeId);
    // The password was changed elsewhere meanwhile: the one typed is no longer current.
    if (employee?.passwordHash !== checked.passwordHash) throw new Refusal('wrong_password');
    await updateEmployee(tx, staff.employeeId, { passwordHash });
    await endSessions(tx, staff.employeeId);
    await expirePasswordLinks(tx, staff.employeeId, ['invitation', 'reset'], tx.now);
    await deletePendingEmail(tx, staff.employeeId);
    await recordAudit(tx, {
      action: 'auth.change_password',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    });
  });
  return await app.sessions.create(staff, request);
}
