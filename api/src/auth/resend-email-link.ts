import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployee } from './account.sql.ts';
import { findPendingEmail } from './email-links.sql.ts';
import { issueEmailLink } from './issue-email-link.ts';
import { limitEmailLinks } from './limit-email-links.ts';

/**
 * Sends another link to the pending new address; the earlier one ends. Throws Refusal 'no_email_change' or
 * 'too_many_emails'.
 */
export async function resendEmailLink(
  app: Pick<App, 'env' | 'limiter' | 'mail' | 'tenancy' | 'tokens'>,
  { merchantId, employeeId }: StaffSession,
  ip: string,
): Promise<{ pendingEmail: string }> {
  return await app.tenancy.withTenant(merchantId, async (tx) => {
    // Every action that ends the change locks the employee too: a link made meanwhile cannot bring the change
    // back.
    await lockEmployee(tx, employeeId);
    const email = await findPendingEmail(tx, employeeId);
    if (email === undefined) throw new Refusal('no_email_change');
    await limitEmailLinks(app, email, ip);
    await issueEmailLink(app, tx, { email, employeeId, signup: null });
    return { pendingEmail: email };
  });
}
