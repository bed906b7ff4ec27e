import type { App } from '../context.ts';
import { limitSubjectOf } from '../lib/derived-keys.ts';
import { perAddress, perSubject } from '../lib/rate-limit.ts';
import {
  EMAIL_LINKS_AGAIN_PER_DAY,
  EMAIL_LINKS_AGAIN_PER_HOUR,
  EMAIL_LINKS_PER_DAY,
  EMAIL_LINKS_PER_NETWORK,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';

/**
 * Limits e-mails to an address that anyone may type, whether or not it has an account: links of sign-ups, of
 * a changed e-mail, and invitations. Without a mail server nothing is counted. Throws Refusal
 * 'too_many_emails'.
 */
export async function limitEmailLinks(
  { env, limiter, mail }: Pick<App, 'env' | 'limiter' | 'mail'>,
  email: string,
  ip: string,
): Promise<void> {
  if (!mail) return;
  const address = limitSubjectOf(env.tokenSecrets, email);
  const counts = [
    ...perAddress(EMAIL_LINKS_PER_NETWORK, ip, { of: address, holds: 'threshold' }),
    perSubject(EMAIL_LINKS_AGAIN_PER_HOUR, address, 'past-threshold'),
    perSubject(EMAIL_LINKS_AGAIN_PER_DAY, address, 'past-threshold'),
    perSubject(EMAIL_LINKS_PER_DAY, address),
  ];
  await limitCalls(limiter, counts, 'too_many_emails');
}
