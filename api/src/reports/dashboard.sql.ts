import type { Period } from 'domain/report-periods';
import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { TotalsRow } from './period-totals.ts';

export interface DashboardRow extends TotalsRow {
  customers: number;
  new_customers_this_month: number;
  has_purchases: boolean;
}

/** Lists a row for each period, in their order; values that belong to no period stand in every row. */
export async function listDashboard(
  tx: TenantTransaction,
  periods: readonly Period[],
  now: Moment,
): Promise<DashboardRow[]> {
  return await tx.query<DashboardRow>(
    {
      name: 'list_dashboard',
      text: `WITH calendar AS MATERIALIZED (
               SELECT month_of(today) AS month_start, month_of(month_of(today) + 31) AS next_month_start
               FROM (SELECT ($4::timestamptz AT TIME ZONE time_zone)::date AS today FROM merchants WHERE id = $1) m
             ), customers AS MATERIALIZED (
               SELECT coalesce(sum(f.new_customers), 0) AS customers,
                 coalesce(sum(f.new_customers) FILTER (WHERE f.day >= c.month_start AND f.day < c.next_month_start), 0)
                   AS new_customers_this_month,
                 coalesce(bool_or(f.purchases > 0), false) AS has_purchases
               FROM calendar c, daily_rollups f WHERE f.merchant_id = $1
             )
             SELECT c.customers, c.new_customers_this_month, c.has_purchases, f.*
             FROM customers c, unnest($2::date[], $3::date[]) WITH ORDINALITY AS period (first_day, last_day, place),
               LATERAL (SELECT coalesce(sum(purchases), 0) AS purchases, coalesce(sum(revenue_cents), 0)::bigint AS revenue_cents,
                          coalesce(sum(cashback_cents), 0)::bigint AS cashback_cents,
                          coalesce(sum(redemptions), 0) AS redemptions,
                          coalesce(sum(redeemed_cents), 0)::bigint AS redeemed_cents,
                          coalesce(sum(new_customers), 0) AS new_customers
                        FROM daily_rollups
                        WHERE merchant_id = $1 AND day BETWEEN period.first_day AND period.last_day) f
             ORDER BY period.place`,
    },
    [tx.merchantId, periods.map(({ from }) => from), periods.map(({ to }) => to), now],
  );
}
