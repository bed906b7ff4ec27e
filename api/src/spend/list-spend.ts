import type { Period } from 'domain/report-periods';
import type { Tenancy } from '../tenant.ts';
import { listSpend as listSpendRows } from './spend.sql.ts';

export interface SpendEntry {
  id: string;
  amountCents: number;
  date: string;
  platform: string;
  employeeName: string;
  /** ISO 8601. */
  createdAt: string;
}

export interface SpendList {
  /** The latest 50. */
  entries: SpendEntry[];
  /** The total of the period, including entries that are not listed. */
  totalCents: number;
  count: number;
}

const MAX_ENTRIES = 50;

/** The marketing spend of a period, newest day first. */
export async function listSpend(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  period: Period,
): Promise<SpendList> {
  const rows = await tenancy.withTenant(merchantId, (tx) => listSpendRows(tx, period, MAX_ENTRIES));
  const [first] = rows;
  return {
    entries: rows.map((row) => ({
      id: row.id,
      amountCents: row.amount_cents,
      date: row.date,
      platform: row.platform,
      employeeName: row.employee_name,
      createdAt: row.created_at.toISOString(),
    })),
    totalCents: first?.total_cents ?? 0,
    count: first?.count ?? 0,
  };
}
