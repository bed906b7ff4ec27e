import { Refusal } from '../errors.ts';
import type { Live } from '../lib/live.ts';
import { watchUntil } from '../lib/watch-until.ts';
import type { Tenancy } from '../tenant.ts';
import { findIsScanned } from './cashback.sql.ts';

/** Yields whether the customer has scanned the sale's code, until they have. Throws Refusal 'not_found'. */
export async function* watchCashback(
  { tenancy, live }: { tenancy: Tenancy; live: Live },
  merchantId: string,
  transactionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  const isScanned = async () => {
    const scanned = await tenancy.withTenant(merchantId, (tx) => findIsScanned(tx, transactionId));
    if (scanned === undefined) throw new Refusal('not_found');
    return scanned;
  };
  for await (const confirmed of watchUntil(live, transactionId, isScanned, signal)) yield { confirmed };
}
