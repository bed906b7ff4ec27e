import { Refusal } from '../errors.ts';
import type { Live } from '../lib/live.ts';
import { watchUntil } from '../lib/watch-until.ts';
import type { Tenancy } from '../tenant.ts';
import { findRedemptionStatus } from './redemptions.sql.ts';

/** Yields whether the customer has confirmed the redemption, until they have. Throws Refusal 'not_found'. */
export async function* watchRedemption(
  { tenancy, live }: { tenancy: Tenancy; live: Live },
  merchantId: string,
  redemptionId: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ confirmed: boolean }> {
  const isCompleted = async () => {
    const status = await tenancy.withTenant(merchantId, (tx) => findRedemptionStatus(tx, redemptionId));
    if (status === undefined) throw new Refusal('not_found');
    return status === 'completed';
  };
  for await (const confirmed of watchUntil(live, redemptionId, isCompleted, signal)) yield { confirmed };
}
