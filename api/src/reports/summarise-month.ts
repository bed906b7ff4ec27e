import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import { getCurrentMonth } from './reports.sql.ts';

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
export async function summariseMonth(
  { tenancy, clock }: { tenancy: Tenancy; clock: Clock },
  merchantId: string,
): Promise<MonthSummary> {
  const row = await tenancy.withTenant(merchantId, (tx) => getCurrentMonth(tx, clock.now()));
  return {
    monthStart: row.month_start.toISOString(),
    customers: row.customers,
    newCustomers: row.new_customers,
    transactions: row.transactions,
    revenueCents: row.revenue_cents,
    cashbackCents: row.cashback_cents,
    redeemedCents: row.redeemed_cents,
    averageTicketCents: divideHalfUp(row.revenue_cents, row.transactions),
  };
}

/** Whole-number division, half up; 0 for no divisor. */
function divideHalfUp(dividend: number, divisor: number): number {
  if (divisor === 0) return 0;
  const remainder = dividend % divisor;
  return (dividend - remainder) / divisor + (remainder * 2 >= divisor ? 1 : 0);
}
