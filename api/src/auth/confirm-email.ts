import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { PASSWORD_CHECK_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { TenantTransaction } from '../tenant.ts';
import { lockEmployee } from './account.sql.ts';
import { claimEmail } from './claim-email.ts';
import { takeEmailLink } from './email-links.sql.ts';
import { getOpenEmailLink } from './open-email-link.ts';
import { expirePasswordLinks } from './password-links.sql.ts';
import { updateEmployee } from './update-employee.ts';

/**
 * Uses the link once: a sign-up becomes a merchant, or the employee signs in with this address from now on.
 * It requires the password chosen before, so the owner of a mailbox who opens a stranger's link gives the
 * stranger nothing. Returns the address. Throws Refusal 'invalid_email_link', 'wrong_link_password',
 * 'too_many_requests', 'overloaded', or 'email_taken' if the address was proved elsewhere first.
 */
export async function confirmEmail(
  app: Pick<App, 'createMerchant' | 'limiter' | 'passwords' | 'tenancy'>,
  { token, password }: { token: string; password: string },
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ email: string }> {
  const link = await getOpenEmailLink(app, token);
  const { email, employeeId, signup } = link;
  await limitSubject(app.limiter, PASSWORD_CHECK_PER_EMPLOYEE, employeeId ?? link.id);
  if (!(await app.passwords.matching(async () => link, password))) throw new Refusal('wrong_link_password');
  const take = async (tx: TenantTransaction) => {
    if (!(await takeEmailLink(tx, link.id))) throw new Refusal('invalid_email_link');
  };
  if (signup) {
    await app.createMerchant({ ...signup, merchantId: link.merchantId, email }, request, take);
    return { email };
  }
  await claimEmail(() =>
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
    }),
  );
  return { email };
}
