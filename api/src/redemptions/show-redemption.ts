import { Refusal } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import { type LatestRedemption, redemptionStatusOf } from './list-redemptions.ts';
import { findShownRedemption } from './redemption-history.sql.ts';

/** Moments are ISO 8601, amounts centavos. */
export interface ShownRedemption {
  id: string;
  createdAt: string;
  status: LatestRedemption['status'];
  /** When the customer opened the link and the balance was debited; null until then. */
  confirmedAt: string | null;
  /** Until when they may. */
  expiresAt: string;
  customerId: string;
  phone: string;
  amountCents: number;
}

/** One of the merchant's redemptions and what became of it. Throws Refusal 'operation_not_found'. */
export async function showRedemption(
  { tenancy, clock }: { tenancy: Tenancy; clock: Clock },
  merchantId: string,
  id: string,
): Promise<ShownRedemption> {
  const row = await tenancy.withTenant(merchantId, (tx) => findShownRedemption(tx, id));
  if (!row) throw new Refusal('operation_not_found');
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: redemptionStatusOf(row, clock.now()),
    confirmedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.token_expires_at.toISOString(),
    customerId: row.customer_id,
    phone: row.phone,
    amountCents: row.amount_cents,
  };
}
