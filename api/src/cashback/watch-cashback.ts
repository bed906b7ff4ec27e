import type { App } from '../context.ts';
import { findIsConfirmed } from './cashback.sql.ts';

/**
 * Yields whether the customer has confirmed the purchase's code, until they have. Throws Refusal 'not_found'.
 */
export function watchCashback(
  { confirmationWatch }: Pick<App, 'confirmationWatch'>,
  merchantId: string,
  transactionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  return confirmationWatch.watch({ merchantId, id: transactionId }, findIsConfirmed, signal);
}
