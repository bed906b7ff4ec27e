import type { PeriodTotals } from 'domain/report-formulas';
import { type Period, periodBefore } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { listDashboard } from './dashboard.sql.ts';
import { toPeriodTotals } from './period-totals.ts';

export interface DashboardSummary {
  period: Period;
  before: Period;
  /** The merchant's day. */
  today: string;
  /** All customers, now. */
  customers: number;
  /** New customers in the calendar month of `today`, whatever the period. */
  newCustomersThisMonth: number;
  /** False until the first purchase, of any day. */
  hasPurchases: boolean;
  figures: PeriodTotals;
  figuresBefore: PeriodTotals;
}

/** A period at a glance, beside the one before it. */
export async function summarizeDashboard(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<DashboardSummary> {
  const before = periodBefore(period);
  const [row, rowBefore] = await readRollups(app, merchantId, (tx) =>
    listDashboard(tx, [period, before], tx.now),
  );
  if (!row || !rowBefore) throw new Error('every period has a row');
  return {
    period,
    before,
    today: row.today,
    customers: row.customers,
    newCustomersThisMonth: row.new_customers_this_month,
    hasPurchases: row.has_purchases,
    figures: toPeriodTotals(row),
    figuresBefore: toPeriodTotals(rowBefore),
  };
}
