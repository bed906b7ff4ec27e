import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { describeEmailChange } from './email-link-mail.ts';

/** Tells the present address that another was asked for. Throws where the mail server may take it later. */
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
