import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface MonthRow {
  month_start: Moment;
  customers: number;
  new_customers: number;
  purchases: number;
  revenue_cents: number;
  cashback_cents: number;
  redeemed_cents: number;
}

/** The merchant's totals of the month that `now` lies in, in the merchant's own days. */
export async function getCurrentMonth(tx: TenantTransaction, now: Moment): Promise<MonthRow> {
  const [row] = await tx.query<MonthRow>(
    {
      name: 'get_current_month',
      text: `WITH month AS MATERIALIZED (
               SELECT time_zone, date_trunc('month', $2::timestamptz AT TIME ZONE time_zone) AS start FROM merchants WHERE id = $1)
             SELECT (SELECT start AT TIME ZONE time_zone FROM month) AS month_start,
               (SELECT coalesce(sum(new_customers), 0) FROM daily_rollups WHERE merchant_id = $1) AS customers,
               coalesce(sum(f.new_customers), 0) AS new_customers, coalesce(sum(f.purchases), 0) AS purchases,
               coalesce(sum(f.revenue_cents), 0)::bigint AS revenue_cents,
               coalesce(sum(f.cashback_cents), 0)::bigint AS cashback_cents,
               coalesce(sum(f.redeemed_cents), 0)::bigint AS redeemed_cents
             FROM daily_rollups f WHERE f.merchant_id = $1 AND f.day >= (SELECT start::date FROM month)`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}
