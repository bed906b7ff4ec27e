import { issueEmailLink } from '../auth/issue-email-link.ts';
import { limitEmailLinks } from '../auth/limit-email-links.ts';
import type { App } from '../context.ts';
import { newId } from '../lib/id.ts';
import { type MerchantSignup, signUpMerchant } from './sign-up-merchant.ts';

/**
 * Where e-mails are sent, keeps what was typed for whoever proves the address by the link in its mail: the
 * same answer after the same work, whether or not the address belongs to somebody. `delivery` 'none': no mail
 * server is configured, and the merchant exists now. Throws what `signUpMerchant` throws, and
 * 'too_many_requests'.
 */
export async function askMerchantSignup(
  app: Pick<App, 'limiter' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  input: MerchantSignup,
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ email: string; delivery: 'email' | 'none' }> {
  const { password, email, ...typed } = input;
  if (!app.mail) {
    await signUpMerchant(app, input, request);
    return { email, delivery: 'none' };
  }
  await limitEmailLinks(app, email, request.ip);
  const passwordHash = await app.passwords.hash(password);
  await app.tenancy.withTenant(newId(), (tx) =>
    issueEmailLink(app, tx, { email, employeeId: null, signup: { ...typed, passwordHash } }),
  );
  return { email, delivery: 'email' };
}
