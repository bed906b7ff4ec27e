import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { perAddress, perSubject } from '../lib/rate-limit.ts';
import {
  FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK,
  FORGOT_PASSWORD_PER_ADDRESS,
  FORGOT_PASSWORD_PER_DEVICE,
} from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { accountOf, type LoginRequest } from './log-in.ts';

/**
 * Requests a reset link for the address. A job finds out whether it is an employee's, so the answer and the
 * work are the same for every address. Only calls of the same network or device count, so strangers elsewhere
 * cannot use up an employee's limit. `delivery` 'none': no mail server is configured, nothing is sent,
 * and `supportContact`, a URI, is who helps an owner. Throws Refusal 'too_many_requests'.
 */
export async function askPasswordReset(
  { env, limiter, mail, tenancy }: Pick<App, 'env' | 'limiter' | 'mail' | 'tenancy'>,
  { email }: { email: string },
  { ip, device }: Pick<LoginRequest, 'ip' | 'device'>,
): Promise<{ delivery: 'email' } | { delivery: 'none'; supportContact: string | null }> {
  const account = accountOf(email);
  await limitCalls(
    limiter,
    device === undefined
      ? [
          ...perAddress(FORGOT_PASSWORD_PER_ADDRESS, ip),
          ...perAddress(FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK, ip, { of: account }),
        ]
      : [perSubject(FORGOT_PASSWORD_PER_DEVICE, `${account}@${device.id}`)],
  );
  if (!mail) return { delivery: 'none', supportContact: env.supportContact ?? null };
  await enqueueJob({ query: tenancy.withoutTenant }, 'reset-password', { email });
  return { delivery: 'email' };
}
