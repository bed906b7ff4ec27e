import { Refusal } from '../errors.ts';
import { type CallCount, perSubject, type RateLimit, type RateLimiter } from '../lib/rate-limit.ts';

/** Counts a call. Throws Refusal 'too_many_requests' if it exceeds any of `counts`. */
export async function limitCalls(limiter: RateLimiter, counts: readonly CallCount[]): Promise<void> {
  const excess = await limiter.hitAll(counts);
  if (excess) throw new Refusal('too_many_requests', { retryAfterSeconds: excess.retryAfterSeconds });
}

/** Counts a call by one rule, for one employee, merchant or key. Throws as `limitCalls`. */
export async function limitSubject(limiter: RateLimiter, rule: RateLimit, subject: string): Promise<void> {
  await limitCalls(limiter, [perSubject(rule, subject)]);
}
