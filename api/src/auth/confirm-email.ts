import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { PASSWORD_CHECK_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { TenantTransaction } from '../tenant.ts';
import { lockEmployee } from './account.sql.ts';
import { claimEmail } from './claim-email.ts';
import { takeEmailLink } from './email-links.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { getOpenEmailLink } from './open-email-link.ts';
import { expirePasswordLinks } from './password-links.sql.ts';
import { endNoticesSince } from './security-notices.sql.ts';
import { updateEmployee } from './update-employee.ts';

/**
 * Uses the link once: a sign-up becomes a merchant, or the employee signs in with this address from now on.
 * It requires the password chosen before, so the owner of a mailbox who opens a stranger's link gives the
 * stranger nothing. A changed e-mail is notified to both addresses. Returns the address, and the generation
 * of known devices. Throws Refusal 'invalid_email_link', 'wrong_link_password',
 * 'too_many_requests', 'overloaded', or 'email_taken' if the address was proved elsewhere first.
 */
export async function confirmEmail(
  app: Pick<App, 'createMerchant' | 'limiter' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  { token, password }: { token: string; password: string },
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ email: string; deviceGeneration: number }> {
  const link = await getOpenEmailLink(app, token);
  const { email, employeeId, signup } = link;
  await limitSubject(app.limiter, PASSWORD_CHECK_PER_EMPLOYEE, employeeId ?? link.id);
  if (!(await app.passwords.matching(async () => link, password, request)))
    throw new Refusal('wrong_link_password');
  const take = async (tx: TenantTransaction) => {
    if (!(await takeEmailLink(tx, link.id))) throw new Refusal('invalid_email_link');
  };
  if (signup) {
    await app.createMerchant({ ...signup, merchantId: link.merchantId, email }, request, take);
    return { email, deviceGeneration: 0 };
  }
  const deviceGeneration = await claimEmail(() =>
    app.tenancy.withTenant(link.merchantId, async (tx) => {
      const employee = employeeId && (await lockEmployee(tx, employeeId));
      if (!employee) throw new Refusal('invalid_email_link');
      await take(tx);
      await updateEmployee(tx, employeeId, { email });
      await expirePasswordLinks(tx, employeeId, ['invitation', 'reset'], tx.now);
      await recordAudit(tx, {
        action: 'auth.change_email',
        entity: 'employee',
        entityId: employeeId,
        actor: { employeeId },
        request,
      });
      const notice = { employeeId, request };
      // On the way back to an earlier address the displaced one may be an intruder's: a notice would give the
      // account to it. Else the former address comes first, because the earlier of two notices wins.
      if (!(await endNoticesSince(tx, employeeId, email)))
        await issueSecurityNotice(app, tx, { ...notice, kind: 'email_changed', email: employee.email });
      await issueSecurityNotice(app, tx, { ...notice, kind: 'email_set', email });
      return employee.deviceGeneration;
    }),
  );
  return { email, deviceGeneration };
}
