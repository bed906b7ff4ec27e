import { perAddress, perSubject, type RateLimiter } from '../lib/rate-limit.ts';
import {
  PHONE_LOOKUPS_OF_MERCHANT,
  PHONE_LOOKUPS_OF_PLATFORM,
  type SharedRules,
  SIGNUPS_OF_MERCHANT,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';

/**
 * Counts a stranger's look-up of a phone, on top of the limit of their address: at one merchant, or with
 * undefined at all merchants. Throws Refusal 'too_many_requests'.
 */
export async function limitPhoneLookup(
  limiter: RateLimiter,
  ip: string,
  merchantId: string | undefined,
): Promise<void> {
  const rules = merchantId === undefined ? PHONE_LOOKUPS_OF_PLATFORM : PHONE_LOOKUPS_OF_MERCHANT;
  await limitShared(limiter, rules, { ip, of: merchantId ?? 'everybody' });
}

/** Counts a signup at a merchant; look-ups do not use up this limit. Throws as `limitPhoneLookup`. */
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
