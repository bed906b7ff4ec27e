import { PASSWORD_RESET_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { RESET_MAILS_PER_ACCOUNT } from '../limits/call-limits.ts';
import { findLoginByEmail } from './auth.sql.ts';
import { issuePasswordLink } from './issue-password-link.ts';
import { findResetLinkGoodUntil, lockResetLinks } from './password-links.sql.ts';

/** A link with less than this left is not sent again. */
const LEAST_LEFT_MS = (PASSWORD_RESET_TTL_SECONDS / 2) * 1_000;

/**
 * Sends the link that somebody asked for at the login, if the address is an active employee's; for any other
 * it does nothing. A job, so that whoever asked cannot tell the two apart. A link sent lately is sent again
 * instead of ended by another one: nobody who asks again and again in an employee's name ends the link that
 * the employee is about to use.
 */
export async function startPasswordReset(
  app: Pick<App, 'env' | 'limiter' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { email }: { email: string },
): Promise<void> {
  // The mail server may have been taken away since; a link that reaches nobody is not made.
  if (!app.mail) return app.log.warn('a password reset was asked for, but no mail server is configured');
  const login = await findLoginByEmail(app.tenancy, email);
  if (!login) return;
  const { merchantId, employeeId } = login;
  if ((await app.limiter.hit(RESET_MAILS_PER_ACCOUNT, employeeId)) !== undefined) return;
  await app.tenancy.withTenant(merchantId, async (tx) => {
    // Of two asked for at once, the second finds the first one's link.
    await lockResetLinks(tx, employeeId);
    const goodUntil = new Date(tx.now.getTime() + LEAST_LEFT_MS);
    const sent = await findResetLinkGoodUntil(tx, employeeId, goodUntil);
    if (sent) await enqueueJob(tx, 'mail-password-link', { merchantId, linkId: sent.id });
    else await issuePasswordLink(app, tx, { kind: 'reset', employeeId, createdBy: null });
  });
}
