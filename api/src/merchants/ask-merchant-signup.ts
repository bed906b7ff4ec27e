import type { ReadText } from 'domain/terms-inputs';
import { assertNewPassword } from '../auth/assert-new-password.ts';
import { issueEmailLink } from '../auth/issue-email-link.ts';
import { limitEmailLinks } from '../auth/limit-email-links.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { assertPresent } from '../legal/platform-document.ts';
import { limitSubjectOf } from '../lib/derived-keys.ts';
import { newId } from '../lib/id.ts';
import { perSubject } from '../lib/rate-limit.ts';
import { LINKS_PER_SIGNUP } from '../limits/call-limits.ts';
import { type MerchantSignup, signUpMerchant } from './sign-up-merchant.ts';

/**
 * Starts a signup. With a mail server it stores the form until the link in the mail proves the address;
 * answer and work are the same for known and unknown addresses. `delivery` 'none': no mail server is
 * configured, and the merchant exists now. `isSentBefore`: the same form was sent less than a day ago, and no
 * other link is sent. Throws as `signUpMerchant`, and Refusal 'terms_not_accepted', 'terms_changed' where
 * other texts than the present ones were read, or 'too_many_emails'.
 */
export async function askMerchantSignup(
  app: Pick<App, 'env' | 'limiter' | 'log' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  {
    acceptsTerms,
    texts,
    ...input
  }: Omit<MerchantSignup, 'texts'> & { acceptsTerms?: boolean | undefined; texts?: ReadText[] | undefined },
  request: { ip: string; userAgent?: string | undefined },
): Promise<{ email: string; delivery: 'email' | 'none'; isSentBefore?: true }> {
  if (!acceptsTerms) throw new Refusal('terms_not_accepted');
  if (texts?.length !== 2) throw new Refusal('terms_changed');
  assertPresent(texts, app.env.platformIdentity);
  const { password, email, ...typed } = input;
  if (!app.mail) {
    await signUpMerchant(app, { ...input, texts }, request);
    return { email, delivery: 'none' };
  }
  await assertNewPassword(password, input);
  const passwordHash = await app.passwords.hash(password, request, saltOf(app, { email, texts, ...typed }));
  // The hash is the same for the same form only, and shows neither the form nor its password.
  const sameForm = [perSubject(LINKS_PER_SIGNUP, limitSubjectOf(app.env.tokenSecrets, passwordHash))];
  if (await app.limiter.hitAll(sameForm)) return { email, delivery: 'email', isSentBefore: true };
  try {
    await limitEmailLinks(app, email, request.ip);
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
  } catch (error) {
    const failed = (err: unknown) => app.log.warn({ err }, 'a sign-up that sent no link stays counted');
    await app.limiter.takeBack(sameForm).catch(failed);
    throw error;
  }
  return { email, delivery: 'email' };
}

/** The salt of a sign-up's password: always the same for the same form, another one for any other. */
function saltOf({ env }: Pick<App, 'env'>, form: object): Buffer {
  return Buffer.from(limitSubjectOf(env.tokenSecrets, JSON.stringify(form)), 'base64url').subarray(0, 16);
}
