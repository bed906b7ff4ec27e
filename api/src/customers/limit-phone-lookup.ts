import {
  PHONE_LOOKUP_CROWDED,
  PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED,
  PHONE_LOOKUP_PER_NETWORK_WHEN_CROWDED,
  PHONE_LOOKUP_PER_PLATFORM,
  PHONE_LOOKUP_PER_TENANT,
} from '../auth/limits.ts';
import { Refusal } from '../errors.ts';
import type { RateLimit, RateLimiter } from '../lib/rate-limit.ts';

/** Where a stranger asks from: what counts as one address, and the network around it. */
interface Whence {
  network: string;
  widerNetwork: string;
}

/**
 * Counts a stranger's question whether a phone is known, beyond what their address may ask anywhere: at one shop, or
 * with undefined at all shops at once. Throws Refusal 'too_many_requests'.
 */
export async function limitPhoneLookup(
  limiter: RateLimiter,
  { network, widerNetwork }: Whence,
  merchantId: string | undefined,
): Promise<void> {
  if (merchantId !== undefined) return refuse(await limiter.hit(PHONE_LOOKUP_PER_TENANT, merchantId));
  const isCrowded = (await limiter.hit(PHONE_LOOKUP_CROWDED, 'everybody')) !== undefined;
  const narrower: [rule: RateLimit, subject: string][] = [
    [PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED, network],
    [PHONE_LOOKUP_PER_NETWORK_WHEN_CROWDED, widerNetwork],
  ];
  for (const [rule, subject] of narrower) {
    const retryAfterSeconds = await limiter.hit(rule, subject);
    // What is refused here does not count for the network or for everybody, or one address could use those up.
    if (isCrowded) refuse(retryAfterSeconds);
  }
  refuse(await limiter.hit(PHONE_LOOKUP_PER_PLATFORM, 'everybody'));
}

function refuse(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}
