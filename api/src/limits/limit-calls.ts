import { Refusal } from '../errors.ts';
import { type CallCount, perSubject, type RateLimit, type RateLimiter } from '../lib/rate-limit.ts';

type TooMany =
  | 'too_many_requests'
  | 'too_many_codes'
  | 'too_many_emails'
  | 'too_many_logins'
  | 'too_many_purchases';

/** Counts a call. Throws Refusal `code` if it exceeds any of `counts`. */
export async function limitCalls(
  limiter: RateLimiter,
  counts: readonly CallCount[],
  code: TooMany = 'too_many_requests',
): Promise<void> {
  const excess = await limiter.hitAll(counts);
  if (excess) throw new Refusal(code, { retryAfterSeconds: excess.retryAfterSeconds });
}

/** Counts a call by one rule, for one employee, merchant or key. Throws as `limitCalls`. */
export async function limitSubject(
  limiter: RateLimiter,
  rule: RateLimit,
  subject: string,
  code?: TooMany,
): Promise<void> {
  await limitCalls(limiter, [perSubject(rule, subject)], code);
}
