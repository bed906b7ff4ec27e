import type { App } from '../context.ts';
import { MailFailure } from '../lib/mail.ts';
import { passwordLinkOf } from './issue-password-link.ts';
import { describePasswordLink } from './password-link-mail.ts';
import { findOpenPasswordLink } from './password-links.sql.ts';

/**
 * Sends the e-mail of one link, unless it is used or over by now. Throws where the mail server may take it later,
 * so that the job is tried again.
 */
export async function sendPasswordLink(
  app: Pick<App, 'clock' | 'env' | 'log' | 'mail' | 'tenancy' | 'tokens'>,
  { merchantId, linkId }: { merchantId: string; linkId: string },
): Promise<void> {
  if (!app.mail) throw new Error('no mail server is configured');
  const link = await app.tenancy.withTenant(merchantId, (tx) =>
    findOpenPasswordLink(tx, linkId, app.clock.now()),
  );
  if (!link) return;
  const { subject, text, html } = describePasswordLink({
    kind: link.kind,
    employeeName: link.employee_name,
    merchantName: link.merchant_name,
    link: passwordLinkOf(app, merchantId, linkId),
  });
  try {
    await app.mail.send({
      to: { name: link.employee_name, address: link.employee_email },
      subject,
      text,
      html,
    });
  } catch (error) {
    if (!(error instanceof MailFailure && error.isFinal)) throw error;
    app.log.warn({ err: error, merchantId, linkId }, 'the mail server refused a password link for good');
  }
}
