import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { lockEmployee } from './account.sql.ts';
import { assertNewPassword } from './assert-new-password.ts';
import { claimEmail } from './claim-email.ts';
import { findFactors, hasFactor } from './factors.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';
import { getOpenPasswordLink } from './open-password-link.ts';
import { type PasswordLinkKind, takePasswordLink } from './password-links.sql.ts';
import { replacePassword } from './replace-password.ts';

interface NewPassword {
  merchantId: string;
  employeeId: string;
  email: string;
  kind: PasswordLinkKind;
  deviceGeneration: number;
  /** Logins ask for a second step. */
  hasFactor: boolean;
}

/**
 * Sets the password of the link's employee, once, and ends what `replacePassword` ends: others may have
 * signed in with the old one. A reset notifies the employee. Returns whose password it is, and by which kind
 * of link. Throws as `assertNewPassword`, and Refusal 'invalid_password_link', 'too_many_requests',
 * 'overloaded', or 'email_taken' if the invitation's address was proved elsewhere; the link then stays valid.
 */
export async function setPassword(
  app: Pick<App, 'limiter' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  input: { token: string; password: string },
  request: { ip: string; userAgent?: string | undefined },
): Promise<NewPassword> {
  const link = await getOpenPasswordLink(app, input.token, request);
  await assertNewPassword(input.password, link);
  // Hashed before the transaction, because hashing queues and would hold a connection meanwhile.
  const passwordHash = await app.passwords.hash(input.password, request);
  return await claimEmail(() =>
    app.tenancy.withTenant(link.merchantId, async (tx) => {
      // The employee is locked first, as in all changes to one, so that two of their links run in turn.
      const employee = await lockEmployee(tx, link.employeeId);
      const taken = await takePasswordLink(tx, link.id, tx.now);
      if (!employee || !taken) throw new Refusal('invalid_password_link');
      const deviceGeneration = await replacePassword(tx, link.employeeId, passwordHash);
      await recordAudit(tx, {
        action: 'auth.set_password',
        entity: 'employee',
        entityId: link.employeeId,
        actor: { employeeId: link.employeeId },
        request,
        details: { link_kind: taken.kind },
      });
      if (taken.kind === 'reset')
        await issueSecurityNotice(app, tx, {
          kind: 'password_changed',
          employeeId: link.employeeId,
          email: employee.email,
          request,
        });
      return {
        merchantId: link.merchantId,
        employeeId: link.employeeId,
        email: employee.email,
        kind: taken.kind,
        deviceGeneration,
        hasFactor: hasFactor(await findFactors(tx, link.employeeId)),
      };
    }),
  );
}
