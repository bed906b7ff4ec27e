import { averageTicketCents } from 'domain/report-formulas';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { getCustomersSummary } from './customers-summary.sql.ts';

/** The whole clientele in four numbers, net of what was reversed; amounts in centavos. */
export interface CustomersSummary {
  customers: number;
  /** What all of them together could redeem now. */
  availableCents: number;
  totalSpentCents: number;
  /** Spent / purchases, half up to the centavo; 0 where nobody bought. */
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
