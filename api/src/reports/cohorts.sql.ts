import type { TenantTransaction } from '../tenant.ts';

export interface CohortMonthRow {
  /** 'YYYY-MM'. */
  cohort: string;
  month: string;
  customers: number;
  spent_cents: number;
}

/**
 * Lists the monthly purchases of the cohorts `from` to `to`, by month of the first purchase; months are
 * 'YYYY-MM'.
 */
export async function listCohortMonths(
  tx: TenantTransaction,
  { from, to }: { from: string; to: string },
): Promise<CohortMonthRow[]> {
  return await tx.query<CohortMonthRow>(
    {
      name: 'list_cohort_months',
      text: `SELECT to_char(cohort_month, 'YYYY-MM') AS cohort, to_char(month, 'YYYY-MM') AS month, customers, spent_cents
             FROM cohort_rollups
             WHERE merchant_id = $1 AND cohort_month BETWEEN $2::date AND $3::date`,
    },
    [tx.merchantId, `${from}-01`, `${to}-01`],
  );
}
