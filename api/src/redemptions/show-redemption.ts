import { Refusal } from '../errors.ts';
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
  /** End of the code's validity. */
  expiresAt: string;
  customerId: string;
  phone: string;
  amountCents: number;
}

/** Returns one of the merchant's redemptions with its state. Throws Refusal 'operation_not_found'. */
export async function showRedemption(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  id: string,
): Promise<ShownRedemption> {
  const { row, now } = await tenancy.withTenant(merchantId, async (tx) => ({
    row: await findShownRedemption(tx, id),
    now: tx.now,
  }));
  if (!row) throw new Refusal('operation_not_found');
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: redemptionStatusOf(row, now),
    confirmedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.token_expires_at.toISOString(),
    customerId: row.customer_id,
    phone: row.phone,
    amountCents: row.amount_cents,
  };
}
