import type { App } from '../context.ts';
import { perAddress, perSubject } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import { EMAIL_LINKS_PER_ADDRESS, EMAIL_LINKS_PER_ADDRESS_AND_NETWORK } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';

/**
 * Limits e-mails to an address that anyone may type, whether or not it has an account. Without a mail server
 * nothing is counted. Throws Refusal 'too_many_requests'.
 */
export async function limitEmailLinks(
  { limiter, mail }: Pick<App, 'limiter' | 'mail'>,
  email: string,
  ip: string,
): Promise<void> {
  if (!mail) return;
  const address = sha256(email).toString('base64url');
  await limitCalls(limiter, [
    ...perAddress(EMAIL_LINKS_PER_ADDRESS_AND_NETWORK, ip, { of: address }),
    perSubject(EMAIL_LINKS_PER_ADDRESS, address),
  ]);
}
