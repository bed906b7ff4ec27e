import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { describeEmailChange } from './email-link-mail.ts';

/**
 * Notifies the present address that a change was requested. Throws on a temporary failure of the mail server,
 * so that the job is retried.
 */
export async function sendEmailChangeNotice(
  { env, log, mail }: Pick<App, 'env' | 'log' | 'mail'>,
  { email }: { email: string },
): Promise<void> {
  if (!mail) throw new Error('no mail server is configured');
  const message = { to: { name: '', address: email }, ...describeEmailChange(env.appOrigin) };
  await sendOrGiveUp(mail, message, (err) =>
    log.warn({ err }, 'the mail server refused a notice of a changed e-mail for good'),
  );
}
