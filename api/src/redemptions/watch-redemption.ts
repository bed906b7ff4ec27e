import type { App } from '../context.ts';
import { findIsCompleted } from './redemptions.sql.ts';

/** Yields whether the customer has confirmed the redemption, until they have. Throws Refusal 'not_found'. */
export function watchRedemption(
  { confirmationWatch }: Pick<App, 'confirmationWatch'>,
  merchantId: string,
  redemptionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  return confirmationWatch.watch({ merchantId, id: redemptionId }, findIsCompleted, signal);
}
