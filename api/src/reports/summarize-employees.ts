import { averageTicketCents } from 'domain/metrics';
import type { Period } from 'domain/report-periods';
import { readFigures } from '../figures/read-figures.ts';
import type { Tenancy } from '../tenant.ts';
import { listEmployeeFigures } from './employees.sql.ts';

/** What one employee sold and redeemed in a period, net of what was reversed or undone since, whoever did that. */
export interface EmployeeFigures {
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
  employees: EmployeeFigures[];
}

/** Who did what in a period; those who did nothing, or of whose work nothing is left, are not in it. */
export async function summarizeEmployees(
  app: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<EmployeesReport> {
  const rows = await readFigures(app, merchantId, (tx) => listEmployeeFigures(tx, period));
  return {
    period,
    employees: rows.map((row) => ({
      employeeId: row.employee_id,
      name: row.name,
      isActive: row.is_active,
      transactions: row.sales,
      revenueCents: row.revenue_cents,
      averageTicketCents: averageTicketCents(row.revenue_cents, row.sales),
      cashbackCents: row.cashback_cents,
      unconfirmedTransactions: row.unconfirmed_sales,
      unconfirmedCents: row.unconfirmed_cents,
      redemptions: row.redemptions,
      redeemedCents: row.redeemed_cents,
    })),
  };
}
