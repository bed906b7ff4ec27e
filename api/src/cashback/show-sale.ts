import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { type LatestSale, saleStatusOf } from './list-sales.ts';
import { findShownSale } from './sales.sql.ts';

/** Moments are ISO 8601, amounts centavos. */
export interface ShownSale {
  id: string;
  createdAt: string;
  status: LatestSale['status'];
  /** When the customer opened the link; null until they have. */
  confirmedAt: string | null;
  /** Until when they may. */
  expiresAt: string;
  customerId: string;
  phone: string;
  amountCents: number;
  cashbackCents: number;
  rateBasisPoints: number;
  reversedAmountCents: number;
  reversedCashbackCents: number;
}

/** One of the merchant's sales and what became of it. Throws Refusal 'operation_not_found'. */
export async function showSale(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  id: string,
): Promise<ShownSale> {
  const { row, now } = await tenancy.withTenant(merchantId, async (tx) => ({
    row: await findShownSale(tx, id),
    now: tx.now,
  }));
  if (!row) throw new Refusal('operation_not_found');
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    status: saleStatusOf(row, now),
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
