import type { TenantTransaction } from '../tenant.ts';

export interface MonthRow {
  month_start: Date;
  customers: number;
  new_customers: number;
  transactions: number;
  revenue_cents: number;
  cashback_cents: number;
  redeemed_cents: number;
}

/**
 * The merchant's figures of the month `now` lies in, in the merchant's own days. Net of what was reversed or undone
 * since, in the month of the sale or the redemption; a sale reversed as a whole is none.
 */
export async function getCurrentMonth(tx: TenantTransaction, now: Date): Promise<MonthRow> {
  const [row] = await tx.query<MonthRow>(
    {
      name: 'get_current_month',
      text: `WITH month AS (
               SELECT date_trunc('month', $2::timestamptz AT TIME ZONE time_zone) AT TIME ZONE time_zone AS month_start
               FROM merchants WHERE id = $1)
             SELECT month_start,
               (SELECT count(*) FROM customers WHERE merchant_id = $1 AND merged_into_id IS NULL) AS customers,
               (SELECT count(*) FROM customers
                WHERE merchant_id = $1 AND merged_into_id IS NULL AND created_at >= month_start) AS new_customers,
               t.transactions, t.revenue_cents, t.cashback_cents, r.redeemed_cents
             FROM month,
               LATERAL (SELECT count(*) AS transactions,
                          coalesce(sum(amount_cents - reversed_amount_cents), 0)::bigint AS revenue_cents,
                          coalesce(sum(cashback_cents - reversed_cashback_cents), 0)::bigint AS cashback_cents
                        FROM transactions
                        WHERE merchant_id = $1 AND created_at >= month_start AND status = 'completed') t,
               LATERAL (SELECT coalesce(sum(amount_cents), 0)::bigint AS redeemed_cents
                        FROM redemptions
                        WHERE merchant_id = $1 AND created_at >= month_start AND status = 'completed') r`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}
