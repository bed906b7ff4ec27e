import { randomBytes } from 'node:crypto';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isWithoutOtherOwner, lockEmployee } from './account.sql.ts';
import { claimEmail } from './claim-email.ts';
import { deleteFactors } from './factors.sql.ts';
import { forgetPin } from './forget-pin.ts';
import { issuePasswordLink } from './issue-password-link.ts';
import { getOpenSecurityNotice } from './open-security-notice.ts';
import { replacePassword } from './replace-password.ts';
import { isAnotherEmployees, takeSecurityNotice } from './security-notices.sql.ts';
import { updateEmployee } from './update-employee.ts';

/**
 * 'Não fui eu', once: an intruder may know the password and have changed the e-mail. Replaces the password
 * by one that no person knows, which ends sessions and known devices; makes the notice's address the
 * account's again; removes the PIN, what was set up since as a second step, and passkeys used since; and
 * mails a link to a new password there.
 * Returns that address, or null where the merchant has given it to another employee: then no link is sent and
 * the account is left without a password, because the present address may be the intruder's. The last owner
 * with a password keeps it, or the merchant would be locked out. Throws Refusal 'invalid_notice_link',
 * 'overloaded' or 'email_taken'.
 */
export async function disownNotice(
  app: Pick<App, 'env' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  { token }: { token: string },
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ linkSentTo: string | null }> {
  const notice = await getOpenSecurityNotice(app, token);
  const { employeeId, email } = notice;
  const passwordHash = await app.passwords.hash(randomBytes(32).toString('base64url'), request);
  return await claimEmail(() =>
    app.tenancy.withTenant(notice.merchantId, async (tx) => {
      const isAlone = await isWithoutOtherOwner(tx, employeeId);
      const employee = await lockEmployee(tx, employeeId);
      if (!employee || !(await takeSecurityNotice(tx, notice.id))) throw new Refusal('invalid_notice_link');
      const isChanged = employee.email !== email;
      const isLost = isChanged && (await isAnotherEmployees(tx, email, employeeId));
      const left = isAlone ? employee.passwordHash : null;
      await replacePassword(tx, employeeId, isLost ? left : passwordHash);
      if (isChanged && !isLost) await updateEmployee(tx, employeeId, { email });
      // The intruder may have chosen it.
      await forgetPin(tx, employeeId);
      // Otherwise an intruder's app would go on keeping the employee out, and their passkey letting them in.
      if (!isLost) await deleteFactors(tx, employeeId, notice.createdAt);
      await recordAudit(tx, {
        action: 'auth.disown_notice',
        entity: 'employee',
        entityId: employeeId,
        actor: { employeeId },
        request,
        details: isChanged && !isLost ? { email_changed: true } : {},
      });
      if (isLost) return { linkSentTo: null };
      await issuePasswordLink(app, tx, { kind: 'reset', employeeId, createdBy: null });
      return { linkSentTo: email };
    }),
  );
}
