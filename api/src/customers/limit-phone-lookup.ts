import { perAddress, perSubject, type RateLimiter } from '../lib/rate-limit.ts';
import {
  PHONE_LOOKUPS_OF_MERCHANT,
  PHONE_LOOKUPS_OF_PLATFORM,
  type SharedRules,
  SIGNUPS_OF_MERCHANT,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';

/**
 * Counts a stranger's question whether a phone is known, beyond what their address may ask anywhere: at one
 * merchant, or with undefined at all at once. Throws Refusal 'too_many_requests'.
 */
export async function limitPhoneLookup(
  limiter: RateLimiter,
  ip: string,
  merchantId: string | undefined,
): Promise<void> {
  const rules = merchantId === undefined ? PHONE_LOOKUPS_OF_PLATFORM : PHONE_LOOKUPS_OF_MERCHANT;
  await limitShared(limiter, rules, { ip, of: merchantId ?? 'everybody' });
}

/** The same for signing up at a merchant, which look-ups do not use up. */
export async function limitSignup(limiter: RateLimiter, ip: string, merchantId: string): Promise<void> {
  await limitShared(limiter, SIGNUPS_OF_MERCHANT, { ip, of: merchantId });
}

async function limitShared(
  limiter: RateLimiter,
  { threshold, perAddress: each, everybody }: SharedRules,
  { ip, of }: { ip: string; of: string },
): Promise<void> {
  await limitCalls(limiter, [
    perSubject(threshold, of, 'threshold'),
    ...perAddress(each, ip, { of, holds: 'past-threshold' }),
    perSubject(everybody, of),
  ]);
}
