import type { PeriodTotals } from 'domain/report-formulas';
import type { Period } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { type Comparison, comparePeriod } from './compare-period.ts';
import { listDashboard } from './dashboard.sql.ts';
import { getLiability } from './liability.sql.ts';
import { sumTotals, toPeriodTotals } from './period-totals.ts';

export interface DashboardSummary {
  period: Period;
  before: Period;
  comparison: Comparison | null;
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
  /** What all customers may redeem now, whatever the period. */
  availableCents: number;
}

/** A period at a glance, beside as many days before it. */
export async function summarizeDashboard(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<DashboardSummary> {
  const { compared, rows, liability } = await readRollups(app, merchantId, async (tx) => {
    const compared = await comparePeriod(tx, period);
    const rows = await listDashboard(tx, [period, compared.wholeDays], tx.now);
    return { compared, rows, liability: await getLiability(tx, tx.now) };
  });
  const [row, rowBefore] = rows;
  if (!row || !rowBefore) throw new Error('every period has a row');
  return {
    period,
    before: compared.before,
    comparison: compared.comparison,
    today: compared.today,
    customers: row.customers,
    newCustomersThisMonth: row.new_customers_this_month,
    hasPurchases: row.has_purchases,
    figures: toPeriodTotals(row),
    figuresBefore: sumTotals([rowBefore, ...compared.partOfLastDay]),
    availableCents: liability.available_cents,
  };
}
