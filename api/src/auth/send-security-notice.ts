import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { describeSecurityNotice } from './security-notice-mail.ts';
import { findOpenSecurityNotice } from './security-notices.sql.ts';

/**
 * Mails one notice, unless it has been used or has expired. Throws on a temporary failure of the mail server,
 * so that the job is retried.
 */
export async function sendSecurityNotice(
  { env, log, mail, tenancy, tokens }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { merchantId, noticeId }: { merchantId: string; noticeId: string },
): Promise<void> {
  if (!mail) throw new Error('no mail server is configured');
  const notice = await tenancy.withTenant(merchantId, (tx) => findOpenSecurityNotice(tx, noticeId));
  if (!notice) return;
  const token = tokens.tokenWithHash(notice.tokenHash, 'NOTICE', merchantId, noticeId);
  const letter = describeSecurityNotice(notice, `${env.appOrigin}/not-me#${token}`);
  const message = { to: { name: notice.employeeName, address: notice.email }, ...letter };
  await sendOrGiveUp(mail, message, (err) =>
    log.warn({ err, merchantId, noticeId }, 'the mail server refused a security notice for good'),
  );
}
