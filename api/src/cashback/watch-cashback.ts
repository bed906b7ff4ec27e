import type { App } from '../context.ts';
import { findIsScanned } from './cashback.sql.ts';

/** Yields whether the customer has scanned the purchase's code, until they have. Throws Refusal 'not_found'. */
export function watchCashback(
  { confirmationWatch }: Pick<App, 'confirmationWatch'>,
  merchantId: string,
  transactionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  return confirmationWatch.watch({ merchantId, id: transactionId }, findIsScanned, signal);
}
