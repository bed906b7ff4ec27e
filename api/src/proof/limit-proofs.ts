import { perAddress, perSubject, type RateLimiter } from '../lib/rate-limit.ts';
import { PROOFS_OF_MERCHANT } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';

/** Counts a proof that is tried at a merchant. Throws Refusal 'too_many_requests'. */
export async function limitProofs(limiter: RateLimiter, ip: string, merchantId: string): Promise<void> {
  const { threshold, perAddress: each, everybody } = PROOFS_OF_MERCHANT;
  await limitCalls(limiter, [
    perSubject(threshold, merchantId, 'threshold'),
    ...perAddress(each, ip, { of: merchantId, holds: 'past-threshold' }),
    perSubject(everybody, merchantId),
  ]);
}
