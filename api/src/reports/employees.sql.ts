import type { Period } from 'domain/report-periods';
import type { TenantTransaction } from '../tenant.ts';

export interface EmployeeFiguresRow {
  employee_id: string;
  name: string;
  is_active: boolean;
  sales: number;
  revenue_cents: number;
  cashback_cents: number;
  unconfirmed_sales: number;
  unconfirmed_cents: number;
  redemptions: number;
  redeemed_cents: number;
}

/** Those who sold or redeemed something between the days of which anything is left, the greatest revenue first. */
export async function listEmployeeFigures(
  tx: TenantTransaction,
  { from, to }: Period,
): Promise<EmployeeFiguresRow[]> {
  return await tx.query<EmployeeFiguresRow>(
    {
      name: 'list_employee_figures',
      text: `SELECT f.*, e.name, e.is_active
             FROM (SELECT employee_id, sum(sales) AS sales, sum(revenue_cents)::bigint AS revenue_cents,
                     sum(cashback_cents)::bigint AS cashback_cents, sum(unconfirmed_sales) AS unconfirmed_sales,
                     sum(unconfirmed_cents)::bigint AS unconfirmed_cents, sum(redemptions) AS redemptions,
                     sum(redeemed_cents)::bigint AS redeemed_cents
                   FROM daily_employee_figures
                   WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date
                   GROUP BY employee_id
                   HAVING sum(sales) > 0 OR sum(redemptions) > 0) f
             JOIN employees e ON e.merchant_id = $1 AND e.id = f.employee_id
             ORDER BY f.revenue_cents DESC, e.name, e.id`,
    },
    [tx.merchantId, from, to],
  );
}
