import { DOMAIN_CHECKS_PER_MERCHANT } from '../auth/limits.ts';
import { Refusal } from '../errors.ts';
import type { RateLimiter } from '../lib/rate-limit.ts';

/** Nobody makes our resolvers work for them. Throws Refusal 'too_many_requests'. */
export async function limitDomainChecks(limiter: RateLimiter, merchantId: string): Promise<void> {
  const retryAfterSeconds = await limiter.hit(DOMAIN_CHECKS_PER_MERCHANT, merchantId);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}
