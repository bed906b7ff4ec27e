import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { lockEmployee } from './account.sql.ts';
import { claimEmail } from './claim-email.ts';
import { deletePendingEmail } from './email-links.sql.ts';
import { endSessions } from './end-sessions.ts';
import { getOpenPasswordLink } from './open-password-link.ts';
import { expirePasswordLinks, type PasswordLinkKind, takePasswordLink } from './password-links.sql.ts';
import { updateEmployee } from './update-employee.ts';

/**
 * Sets the password of the link's employee, once, and signs them out everywhere: others may have signed in
 * with the old password. Returns whose password it is, and by which kind of link. Throws Refusal
 * 'invalid_password_link', 'common_password', 'too_many_requests', 'overloaded', or 'email_taken' if the
 * invitation's address was proved elsewhere; the link then stays valid.
 */
export async function setPassword(
  app: Pick<App, 'limiter' | 'passwords' | 'tenancy'>,
  input: { token: string; password: string },
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ merchantId: string; employeeId: string; email: string; kind: PasswordLinkKind }> {
  const link = await getOpenPasswordLink(app, input.token, request);
  // Hashed before the transaction, because hashing queues and would hold a connection meanwhile.
  const passwordHash = await app.passwords.hash(input.password);
  return await claimEmail(() =>
    app.tenancy.withTenant(link.merchantId, async (tx) => {
      const now = tx.now;
      // The employee is locked first, as in all changes to one, so that two of their links run in turn.
      const employee = await lockEmployee(tx, link.employeeId);
      const taken = await takePasswordLink(tx, link.id, now);
      if (!employee || !taken) throw new Refusal('invalid_password_link');
      await updateEmployee(tx, link.employeeId, { passwordHash });
      await endSessions(tx, link.employeeId);
      await expirePasswordLinks(tx, link.employeeId, ['invitation', 'reset'], now);
      await deletePendingEmail(tx, link.employeeId);
      await recordAudit(tx, {
        action: 'auth.set_password',
        entity: 'employee',
        entityId: link.employeeId,
        actor: { employeeId: link.employeeId },
        request,
        details: { link_kind: taken.kind },
      });
      return {
        merchantId: link.merchantId,
        employeeId: link.employeeId,
        email: employee.email,
        kind: taken.kind,
      };
    }),
  );
}
