import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployee } from './account.sql.ts';
import { assertNewPassword } from './assert-new-password.ts';
import { checkPassword } from './check-password.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { replacePassword } from './replace-password.ts';

/**
 * Changes the employee's own password. Ends what `replacePassword` ends, this session included, and notifies
 * the employee. Returns the token of a new session for this browser, and the generation that it is known by.
 * Throws as `checkPassword` and `assertNewPassword`.
 */
export async function changePassword(
  app: Pick<App, 'limiter' | 'mail' | 'passwords' | 'sessions' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { currentPassword: string; password: string },
): Promise<{ token: string; deviceGeneration: number }> {
  const checked = await checkPassword(app, staff, request, input.currentPassword);
  const { employee: self, merchant } = staff.client;
  await assertNewPassword(input.password, { email: self.email, merchantName: merchant.name });
  const passwordHash = await app.passwords.hash(input.password, request);
  const deviceGeneration = await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const employee = await lockEmployee(tx, staff.employeeId);
    // The password was changed elsewhere meanwhile: the one typed is no longer current.
    if (employee?.passwordHash !== checked.passwordHash) throw new Refusal('wrong_password');
    const generation = await replacePassword(tx, staff.employeeId, passwordHash);
    await recordAudit(tx, {
      action: 'auth.change_password',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    });
    await issueSecurityNotice(app, tx, {
      kind: 'password_changed',
      employeeId: staff.employeeId,
      email: employee.email,
      request,
    });
    return generation;
  });
  return { token: await app.sessions.create(staff, request, staff.tablet), deviceGeneration };
}
