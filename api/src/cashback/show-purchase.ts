import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { type LatestPurchase, purchaseStatusOf } from './list-purchases.ts';
import { findShownPurchase } from './purchases.sql.ts';

/** Moments are ISO 8601, amounts centavos. */
export interface ShownPurchase {
  id: string;
  createdAt: string;
  status: LatestPurchase['status'];
  /** When the customer opened the link; null until they have. */
  confirmedAt: string | null;
  /** End of the code's validity. */
  expiresAt: string;
  customerId: string;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
  reversedAmountCents: number;
  reversedCashbackCents: number;
}

/** Returns one of the merchant's purchases with its state. Throws Refusal 'operation_not_found'. */
export async function showPurchase(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  id: string,
): Promise<ShownPurchase> {
  const { row, now } = await tenancy.withTenant(merchantId, async (tx) => ({
    row: await findShownPurchase(tx, id),
    now: tx.now,
  }));
  if (!row) throw new Refusal('operation_not_found');
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: purchaseStatusOf(row, now),
    confirmedAt: row.qr_scanned_at?.toISOString() ?? null,
    expiresAt: row.token_expires_at.toISOString(),
    customerId: row.customer_id,
    phone: row.phone,
    amountCents: row.amount_cents,
    cashbackCents: row.cashback_cents,
    rateBasisPoints: row.rate_basis_points,
    reversedAmountCents: row.reversed_amount_cents,
    reversedCashbackCents: row.reversed_cashback_cents,
  };
}
