import { PASSWORD_RESET_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { Moment } from '../lib/moment.ts';
import { RESET_MAILS_PER_ACCOUNT } from '../limits/call-limits.ts';
import { findLoginByEmail } from './auth.sql.ts';
import { issuePasswordLink } from './issue-password-link.ts';
import { findResetLinkGoodUntil, lockResetLinks } from './password-links.sql.ts';

/** A link with less than this left is not sent again. */
const LEAST_LEFT_MS = (PASSWORD_RESET_TTL_SECONDS / 2) * 1_000;

/**
 * Sends the reset link requested at the login, if the address is an active employee's; for any other it does
 * nothing. A job, so that the caller cannot tell the two apart. A recent link is sent again instead of
 * replaced: repeated requests by strangers must not end the link that the employee is about to use.
 */
export async function startPasswordReset(
  app: Pick<App, 'env' | 'limiter' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { email }: { email: string },
): Promise<void> {
  // The mail server may have been removed since; without it no link is made.
  if (!app.mail) return app.log.warn('a password reset was asked for, but no mail server is configured');
  const login = await findLoginByEmail(app.tenancy, email);
  if (!login) return;
  const { merchantId, employeeId } = login;
  if ((await app.limiter.hit(RESET_MAILS_PER_ACCOUNT, employeeId)) !== undefined) return;
  await app.tenancy.withTenant(merchantId, async (tx) => {
    // Locks, so that the second of two concurrent requests finds the first one's link.
    await lockResetLinks(tx, employeeId);
    const goodUntil = Moment.at(tx.now.getTime() + LEAST_LEFT_MS);
    const sent = await findResetLinkGoodUntil(tx, employeeId, goodUntil);
    if (sent) await enqueueJob(tx, 'mail-password-link', { merchantId, linkId: sent.id });
    else await issuePasswordLink(app, tx, { kind: 'reset', employeeId, createdBy: null });
  });
}
