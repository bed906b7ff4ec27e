import type { App } from '../context.ts';
import { limitSubjectOf } from '../lib/derived-keys.ts';
import { perAddress } from '../lib/rate-limit.ts';
import { DATA_REQUESTS_OF_MERCHANT, DATA_REQUESTS_PER_PHONE } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { limitShared } from '../limits/limit-shared.ts';

/**
 * Counts a request at one merchant and for one phone, known or not, on top of the limit of its address. The
 * phone's are counted by network, so a stranger's do not count against the customer's.
 * Throws Refusal 'too_many_requests'.
 */
export async function limitDataRequest(
  { env, limiter }: Pick<App, 'env' | 'limiter'>,
  ip: string,
  { merchantId, phone }: { merchantId: string; phone: string },
): Promise<void> {
  const of = limitSubjectOf(env.tokenSecrets, `${merchantId} ${phone}`);
  await limitCalls(limiter, perAddress(DATA_REQUESTS_PER_PHONE, ip, { of }));
  await limitShared(limiter, DATA_REQUESTS_OF_MERCHANT, { ip, of: merchantId });
}
