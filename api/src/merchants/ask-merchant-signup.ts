import type { ReadText } from 'domain/terms-inputs';
import { assertNewPassword } from '../auth/assert-new-password.ts';
import { issueEmailLink } from '../auth/issue-email-link.ts';
import { limitEmailLinks } from '../auth/limit-email-links.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { assertPresent } from '../legal/platform-document.ts';
import { newId } from '../lib/id.ts';
import { type MerchantSignup, signUpMerchant } from './sign-up-merchant.ts';

/**
 * Starts a signup. With a mail server it stores the form until the link in the mail proves the address;
 * answer and work are the same for known and unknown addresses. `delivery` 'none': no mail server is
 * configured, and the merchant exists now. Throws as `signUpMerchant`, and Refusal 'terms_not_accepted',
 * 'terms_changed' where other texts than the present ones were read, or 'too_many_requests'.
 */
export async function askMerchantSignup(
  app: Pick<App, 'env' | 'limiter' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  {
    acceptsTerms,
    texts,
    ...input
  }: Omit<MerchantSignup, 'texts'> & { acceptsTerms?: boolean | undefined; texts?: ReadText[] | undefined },
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ email: string; delivery: 'email' | 'none' }> {
  if (!acceptsTerms) throw new Refusal('terms_not_accepted');
  if (texts?.length !== 2) throw new Refusal('terms_changed');
  assertPresent(texts, app.env.platformIdentity);
  const { password, email, ...typed } = input;
  if (!app.mail) {
    await signUpMerchant(app, { ...input, texts }, request);
    return { email, delivery: 'none' };
  }
  await limitEmailLinks(app, email, request.ip);
  await assertNewPassword(password, input);
  const passwordHash = await app.passwords.hash(password);
  await app.tenancy.withTenant(newId(), (tx) =>
    issueEmailLink(app, tx, {
      email,
      employeeId: null,
      signup: {
        ...typed,
        passwordHash,
        acceptance: { texts, acceptedAt: tx.now.toISOString(), ...request },
      },
    }),
  );
  return { email, delivery: 'email' };
}
