import type { Period } from 'domain/report-periods';
import type { TenantTransaction } from '../tenant.ts';

export interface AcquisitionRow {
  spend_cents: number;
  new_customers: number;
  paying_customers: number;
  revenue_cents: number;
}

/**
 * Sums the spend and its results. A customer is counted once however often they bought: by the first visit in
 * the period, whose previous one lay in an earlier month or on an earlier day of the first month.
 */
export async function getAcquisition(tx: TenantTransaction, { from, to }: Period): Promise<AcquisitionRow> {
  const [row] = await tx.query<AcquisitionRow>(
    {
      name: 'get_acquisition',
      text: `SELECT d.new_customers, d.revenue_cents,
               (SELECT coalesce(sum(amount_cents), 0)::bigint FROM marketing_spend
                WHERE merchant_id = $1 AND date BETWEEN $2::date AND $3::date) AS spend_cents,
               (SELECT coalesce(sum(visits), 0) FROM visit_month_rollups
                WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date AND previous_month < month_of($2::date))
               + (SELECT coalesce(sum(visits), 0) FROM visit_rollups
                  WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date
                    AND previous_day >= month_of($2::date) AND previous_day < $2::date) AS paying_customers
             FROM (SELECT coalesce(sum(new_customers), 0) AS new_customers,
                     coalesce(sum(revenue_cents), 0)::bigint AS revenue_cents
                   FROM daily_rollups WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date) d`,
    },
    [tx.merchantId, from, to],
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}
