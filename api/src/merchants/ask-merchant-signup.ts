import { issueEmailLink } from '../auth/issue-email-link.ts';
import { limitEmailLinks } from '../auth/limit-email-links.ts';
import type { App } from '../context.ts';
import { newId } from '../lib/id.ts';
import { type MerchantSignup, signUpMerchant } from './sign-up-merchant.ts';

/**
 * Starts a signup. With a mail server it stores the form until the link in the mail proves the address;
 * answer and work are the same for known and unknown addresses. `delivery` 'none': no mail server is
 * configured, and the merchant exists now. Throws as `signUpMerchant`, and Refusal 'too_many_requests'.
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
