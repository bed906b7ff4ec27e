import { perAddress, perSubject, type RateLimiter } from '../lib/rate-limit.ts';
import {
  type CrowdRules,
  PHONE_LOOKUPS_OF_MERCHANT,
  PHONE_LOOKUPS_OF_PLATFORM,
  SIGNUPS_OF_MERCHANT,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';

/**
 * Counts a stranger's question whether a phone is known, beyond what their address may ask anywhere: at one merchant, or
 * with undefined at all at once. Throws Refusal 'too_many_requests'.
 */
export async function limitPhoneLookup(
  limiter: RateLimiter,
  ip: string,
  merchantId: string | undefined,
): Promise<void> {
  const rules = merchantId === undefined ? PHONE_LOOKUPS_OF_PLATFORM : PHONE_LOOKUPS_OF_MERCHANT;
  await limitCrowd(limiter, rules, { ip, of: merchantId ?? 'everybody' });
}

/** The same for signing up at a merchant, which look-ups do not use up. */
export async function limitSignup(limiter: RateLimiter, ip: string, merchantId: string): Promise<void> {
  await limitCrowd(limiter, SIGNUPS_OF_MERCHANT, { ip, of: merchantId });
}

async function limitCrowd(
  limiter: RateLimiter,
  { crowd, perAddress: each, everybody }: CrowdRules,
  { ip, of }: { ip: string; of: string },
): Promise<void> {
  await limitCalls(limiter, [
    perSubject(crowd, of, 'crowd'),
    ...perAddress(each, ip, { of, holds: 'in-crowd' }),
    perSubject(everybody, of),
  ]);
}
