import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface CustomersSummaryRow {
  customers: number;
  available_cents: number;
  total_spent_cents: number;
  purchases: number;
}

/** The four numbers above the list, from the daily rollups and the rollups of lots by expiry. */
export async function getCustomersSummary(tx: TenantTransaction, now: Moment): Promise<CustomersSummaryRow> {
  const [row] = await tx.query<CustomersSummaryRow>(
    {
      name: 'get_customers_summary',
      text: `SELECT coalesce(sum(new_customers), 0) AS customers, coalesce(sum(revenue_cents), 0)::bigint AS total_spent_cents,
               coalesce(sum(purchases), 0) AS purchases,
               (SELECT coalesce(sum(remaining_cents), 0)::bigint FROM lot_rollups
                WHERE merchant_id = $1 AND expires_at > $2 AND available_at <= $2) AS available_cents
             FROM daily_rollups WHERE merchant_id = $1`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}
