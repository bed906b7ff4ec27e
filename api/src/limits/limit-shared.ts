import { perAddress, perSubject, type RateLimiter } from '../lib/rate-limit.ts';
import type { SharedRules } from './call-limits.ts';
import { limitCalls } from './limit-calls.ts';

/** Counts a stranger's call by rules for all addresses together. Throws Refusal 'too_many_requests'. */
export async function limitShared(
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
