import { averageTicketCents } from 'domain/report-formulas';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getCurrentMonth } from './current-month.sql.ts';

export interface MonthSummary {
  /** ISO 8601: the first moment of the merchant's current month. */
  monthStart: string;
  customers: number;
  newCustomers: number;
  transactions: number;
  revenueCents: number;
  cashbackCents: number;
  redeemedCents: number;
  /** Revenue / transactions, half up to the centavo; 0 when there are none. */
  averageTicketCents: number;
}

/** The signed-in merchant's current month. */
export async function summarizeMonth(app: { tenancy: Tenancy }, merchantId: string): Promise<MonthSummary> {
  const row = await readRollups(app, merchantId, (tx) => getCurrentMonth(tx, tx.now));
  return {
    monthStart: row.month_start.toISOString(),
    customers: row.customers,
    newCustomers: row.new_customers,
    transactions: row.purchases,
    revenueCents: row.revenue_cents,
    cashbackCents: row.cashback_cents,
    redeemedCents: row.redeemed_cents,
    averageTicketCents: averageTicketCents(row.revenue_cents, row.purchases),
  };
}
