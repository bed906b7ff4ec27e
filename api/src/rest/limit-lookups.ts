import type { ApiCaller } from '../api-keys/authenticate-api-key.ts';
import { STAFF_LOOKUP_PER_EMPLOYEE } from '../auth/limits.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';

/**
 * Counts a question whether a phone is a customer's as one of the person the key acts for: a key opens no second way to
 * walk through numbers. Throws Refusal 'too_many_requests'.
 */
export async function limitLookups({ limiter }: Pick<App, 'limiter'>, caller: ApiCaller): Promise<void> {
  const retryAfterSeconds = await limiter.hit(STAFF_LOOKUP_PER_EMPLOYEE, caller.employeeId);
  if (retryAfterSeconds !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds });
}
