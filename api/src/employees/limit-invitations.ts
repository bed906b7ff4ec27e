import { INVITATIONS_PER_MERCHANT } from '../auth/limits.ts';
import { Refusal } from '../errors.ts';
import type { RateLimiter } from '../lib/rate-limit.ts';

/**
 * Invitations go to whatever address was typed, so that a merchant must not become a way to send mail to strangers.
 * Links to new passwords count too: they go to the same people.
 * Throws Refusal 'too_many_requests'.
 */
export async function limitInvitations(limiter: RateLimiter, merchantId: string): Promise<void> {
  const retryAfterSeconds = await limiter.hit(INVITATIONS_PER_MERCHANT, merchantId);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}
