import { averageTicketCents, type PeriodTotals } from 'domain/report-formulas';

/** Sums over days of `daily_rollups`. `purchases` is `transactions` in the API's answers. */
export interface TotalsRow {
  purchases: number;
  revenue_cents: number;
  cashback_cents: number;
  redemptions: number;
  redeemed_cents: number;
  new_customers: number;
}

const NOTHING: TotalsRow = {
  purchases: 0,
  revenue_cents: 0,
  cashback_cents: 0,
  redemptions: 0,
  redeemed_cents: 0,
  new_customers: 0,
};

export function toPeriodTotals(row: TotalsRow): PeriodTotals {
  return {
    transactions: row.purchases,
    revenueCents: row.revenue_cents,
    cashbackCents: row.cashback_cents,
    redemptions: row.redemptions,
    redeemedCents: row.redeemed_cents,
    newCustomers: row.new_customers,
    averageTicketCents: averageTicketCents(row.revenue_cents, row.purchases),
  };
}

export function sumTotals(rows: readonly TotalsRow[]): PeriodTotals {
  const sum = { ...NOTHING };
  for (const row of rows)
    for (const field of Object.keys(NOTHING) as (keyof TotalsRow)[]) sum[field] += row[field];
  return toPeriodTotals(sum);
}
