import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { passwordLinkOf } from './issue-password-link.ts';
import { describePasswordLink } from './password-link-mail.ts';
import { findOpenPasswordLink } from './password-links.sql.ts';

/**
 * Sends the e-mail of one link, unless it has been used or has expired. Throws on a temporary failure of the
 * mail server, so that the job is retried.
 */
export async function sendPasswordLink(
  app: Pick<App, 'env' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { merchantId, linkId }: { merchantId: string; linkId: string },
): Promise<void> {
  if (!app.mail) throw new Error('no mail server is configured');
  const link = await app.tenancy.withTenant(merchantId, (tx) => findOpenPasswordLink(tx, linkId, tx.now));
  if (!link) return;
  const token = app.tokens.tokenWithHash(link.tokenHash, 'PASSWORD', merchantId, linkId);
  const letter = describePasswordLink({
    kind: link.kind,
    employeeName: link.employeeName,
    merchantName: link.merchantName,
    link: passwordLinkOf(app, token),
  });
  const message = { to: { name: link.employeeName, address: link.email }, ...letter };
  await sendOrGiveUp(app.mail, message, (err) =>
    app.log.warn({ err, merchantId, linkId }, 'the mail server refused a password link for good'),
  );
}
