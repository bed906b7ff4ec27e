import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployee } from './account.sql.ts';
import { findPendingEmail } from './email-links.sql.ts';
import { issueEmailLink } from './issue-email-link.ts';
import { limitEmailLinks } from './limit-email-links.ts';

/**
 * Another link to the new address that waits; the earlier one ends. Throws Refusal 'no_email_change' or
 * 'too_many_requests'.
 */
export async function resendEmailLink(
  app: Pick<App, 'limiter' | 'mail' | 'tenancy' | 'tokens'>,
  { merchantId, employeeId }: StaffSession,
  ip: string,
): Promise<{ pendingEmail: string }> {
  return await app.tenancy.withTenant(merchantId, async (tx) => {
    // As whatever ends the change: it is not brought back by a link that is made meanwhile.
    await lockEmployee(tx, employeeId);
    const email = await findPendingEmail(tx, employeeId);
    if (email === undefined) throw new Refusal('no_email_change');
    await limitEmailLinks(app, email, ip);
    await issueEmailLink(app, tx, { email, employeeId, signup: null });
    return { pendingEmail: email };
  });
}
