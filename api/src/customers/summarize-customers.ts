import { averageTicketCents } from 'domain/report-formulas';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getCustomersSummary } from './customers-summary.sql.ts';

/** The merchant's customers in four numbers, net of reversals; amounts in centavos. */
export interface CustomersSummary {
  customers: number;
  /** The sum that all customers could redeem now. */
  availableCents: number;
  totalSpentCents: number;
  /** Spent / purchases, half up to the centavo; 0 without purchases. */
  averageTicketCents: number;
}

export async function summarizeCustomers(
  app: { tenancy: Tenancy },
  merchantId: string,
): Promise<CustomersSummary> {
  const row = await readRollups(app, merchantId, (tx) => getCustomersSummary(tx, tx.now));
  return {
    customers: row.customers,
    availableCents: row.available_cents,
    totalSpentCents: row.total_spent_cents,
    averageTicketCents: averageTicketCents(row.total_spent_cents, row.purchases),
  };
}
