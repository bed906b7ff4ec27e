import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { hasLogin } from './claim-email.ts';
import { describeEmailLink, describeKnownEmail } from './email-link-mail.ts';
import { findEmailLinkToSend } from './email-links.sql.ts';
import { emailLinkOf } from './issue-email-link.ts';

/**
 * Sends the link to the address that it proves, or a notice instead if that address already has a login.
 * Throws on a temporary failure of the mail server, so that the job is retried.
 */
export async function sendEmailLink(
  app: Pick<App, 'env' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { merchantId, linkId }: { merchantId: string; linkId: string },
): Promise<void> {
  if (!app.mail) throw new Error('no mail server is configured');
  const link = await app.tenancy.withTenant(merchantId, (tx) => findEmailLinkToSend(tx, linkId));
  if (!link) return;
  const letter = (await hasLogin(app, link.email))
    ? describeKnownEmail(app.env.appOrigin)
    : describeEmailLink(
        link.isSignup ? 'signup' : 'change',
        emailLinkOf(app, { merchantId, id: linkId, tokenHash: link.tokenHash }),
      );
  const message = { to: { name: '', address: link.email }, ...letter };
  await sendOrGiveUp(app.mail, message, (err) =>
    app.log.warn({ err, merchantId, linkId }, 'the mail server refused an e-mail link for good'),
  );
}
