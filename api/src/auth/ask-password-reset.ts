import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { sha256 } from '../lib/tokens.ts';
import { FORGOT_PASSWORD_PER_ACCOUNT } from './limits.ts';

/**
 * Has a link sent to the address, if somebody signs in with it. Whether anybody does is found out by the job, so the
 * answer is the same after the same work for every address. `delivery` 'none': no mail server is configured, and
 * nobody is sent anything. Throws Refusal 'too_many_requests'.
 */
export async function askPasswordReset(
  { limiter, mail, tenancy }: Pick<App, 'limiter' | 'mail' | 'tenancy'>,
  { email }: { email: string },
): Promise<{ delivery: 'email' | 'none' }> {
  const wait = await limiter.hit(FORGOT_PASSWORD_PER_ACCOUNT, sha256(email).toString('base64url'));
  if (wait !== undefined) throw new Refusal('too_many_requests', { retryAfterSeconds: wait });
  if (!mail) return { delivery: 'none' };
  await enqueueJob({ query: tenancy.lookup }, 'reset-password', { email });
  return { delivery: 'email' };
}
