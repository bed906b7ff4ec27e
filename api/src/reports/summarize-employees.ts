import { averageTicketCents } from 'domain/report-formulas';
import type { Period } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { listEmployeeTotals } from './employees.sql.ts';

/**
 * What one employee sold and redeemed in a period, net of what was reversed or undone since, whoever did
 * that.
 */
export interface EmployeeTotals {
  employeeId: string;
  name: string;
  isActive: boolean;
  transactions: number;
  revenueCents: number;
  averageTicketCents: number;
  cashbackCents: number;
  /** Purchases whose cashback nobody has confirmed. */
  unconfirmedTransactions: number;
  unconfirmedCents: number;
  redemptions: number;
  redeemedCents: number;
}

export interface EmployeesReport {
  period: Period;
  /** The greatest revenue first. */
  employees: EmployeeTotals[];
}

/** Who did what in a period; those who did nothing, or of whose work nothing is left, are not in it. */
export async function summarizeEmployees(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<EmployeesReport> {
  const rows = await readRollups(app, merchantId, (tx) => listEmployeeTotals(tx, period));
  return {
    period,
    employees: rows.map((row) => ({
      employeeId: row.employee_id,
      name: row.name,
      isActive: row.is_active,
      transactions: row.purchases,
      revenueCents: row.revenue_cents,
      averageTicketCents: averageTicketCents(row.revenue_cents, row.purchases),
      cashbackCents: row.cashback_cents,
      unconfirmedTransactions: row.unconfirmed_purchases,
      unconfirmedCents: row.unconfirmed_cents,
      redemptions: row.redemptions,
      redeemedCents: row.redeemed_cents,
    })),
  };
}
