import { averageTicketCents } from 'domain/report-formulas';
import type { Period } from 'domain/report-periods';
import { readRollups } from '../rollups/read-rollups.ts';
import type { Tenancy } from '../tenant.ts';
import { listEmployeeTotals } from './employees.sql.ts';

/** One employee's purchases and redemptions in a period, net of what any employee reversed or undid since. */
export interface EmployeeTotals {
  employeeId: string;
  name: string;
  isActive: boolean;
  transactions: number;
  revenueCents: number;
  averageTicketCents: number;
  cashbackCents: number;
  /** Purchases whose cashback is not confirmed. */
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

/**
 * Lists the movements of each employee in a period; employees without any, or of whose work nothing is left,
 * are left out.
 */
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
