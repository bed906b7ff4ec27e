import type { Period } from 'domain/report-periods';
import type { TenantTransaction } from '../tenant.ts';

export interface EmployeeTotalsRow {
  employee_id: string;
  name: string;
  is_active: boolean;
  purchases: number;
  revenue_cents: number;
  cashback_cents: number;
  unconfirmed_purchases: number;
  unconfirmed_cents: number;
  redemptions: number;
  redeemed_cents: number;
}

/**
 * Lists the employees with purchases or redemptions between the days of which anything is left, the greatest
 * revenue first.
 */
export async function listEmployeeTotals(
  tx: TenantTransaction,
  { from, to }: Period,
): Promise<EmployeeTotalsRow[]> {
  return await tx.query<EmployeeTotalsRow>(
    {
      name: 'list_employee_totals',
      text: `SELECT f.*, e.name, e.is_active
             FROM (SELECT employee_id, sum(purchases) AS purchases, sum(revenue_cents)::bigint AS revenue_cents,
                     sum(cashback_cents)::bigint AS cashback_cents, sum(unconfirmed_purchases) AS unconfirmed_purchases,
                     sum(unconfirmed_cents)::bigint AS unconfirmed_cents, sum(redemptions) AS redemptions,
                     sum(redeemed_cents)::bigint AS redeemed_cents
                   FROM daily_employee_rollups
                   WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date
                   GROUP BY employee_id
                   HAVING sum(purchases) > 0 OR sum(redemptions) > 0) f
             JOIN employees e ON e.merchant_id = $1 AND e.id = f.employee_id
             ORDER BY f.revenue_cents DESC, e.name, e.id`,
    },
    [tx.merchantId, from, to],
  );
}
