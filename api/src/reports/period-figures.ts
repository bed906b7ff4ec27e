import { averageTicketCents, type PeriodFigures } from 'domain/metrics';

/** Sums over days of `daily_figures`. */
export interface FiguresRow {
  sales: number;
  revenue_cents: number;
  cashback_cents: number;
  redemptions: number;
  redeemed_cents: number;
  new_customers: number;
}

const NOTHING: FiguresRow = {
  sales: 0,
  revenue_cents: 0,
  cashback_cents: 0,
  redemptions: 0,
  redeemed_cents: 0,
  new_customers: 0,
};

export function toPeriodFigures(row: FiguresRow): PeriodFigures {
  return {
    transactions: row.sales,
    revenueCents: row.revenue_cents,
    cashbackCents: row.cashback_cents,
    redemptions: row.redemptions,
    redeemedCents: row.redeemed_cents,
    newCustomers: row.new_customers,
    averageTicketCents: averageTicketCents(row.revenue_cents, row.sales),
  };
}

export function sumFigures(rows: readonly FiguresRow[]): PeriodFigures {
  const sum = { ...NOTHING };
  for (const row of rows)
    for (const field of Object.keys(NOTHING) as (keyof FiguresRow)[]) sum[field] += row[field];
  return toPeriodFigures(sum);
}
