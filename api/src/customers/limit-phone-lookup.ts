import type { RateLimiter } from '../lib/rate-limit.ts';
import {
  PHONE_LOOKUPS_OF_MERCHANT,
  PHONE_LOOKUPS_OF_PLATFORM,
  SIGNUPS_OF_MERCHANT,
} from '../limits/call-limits.ts';
import { limitShared } from '../limits/limit-shared.ts';

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
