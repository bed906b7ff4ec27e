import type { AlertNumbers, AlertRule, AlertState } from 'domain/alerts';
import type { Tenancy } from '../tenant.ts';
import { type AlertRow, listAlertRows } from './alert-list.sql.ts';

const PAGE_LENGTH = 20;

/** An alert as owner and administrator read it; times ISO 8601, the day 'YYYY-MM-DD' at the merchant. */
export interface ListedAlert {
  id: string;
  rule: AlertRule;
  day: string;
  numbers: AlertNumbers;
  state: AlertState;
  foundAt: string;
  closedAt: string | null;
  closedBy: string | null;
  employeeName: string | null;
  /** `phone` is null for an erased record. */
  customer: { id: string; name: string | null; phone: string | null } | null;
  movements: number;
  /** Customers whose redemptions it holds. */
  heldCustomers: number;
}

/** A page of the alerts, newest first. `next` continues it; null on the last page. */
export async function listAlerts(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { state, after }: { state: 'open' | 'closed'; after?: string | undefined },
): Promise<{ alerts: ListedAlert[]; next: string | null }> {
  const rows = await tenancy.withTenant(merchantId, (tx) =>
    listAlertRows(tx, { isOpen: state === 'open', after, limit: PAGE_LENGTH + 1 }),
  );
  const shown = rows.slice(0, PAGE_LENGTH);
  return {
    alerts: shown.map(presentAlert),
    next: rows.length > PAGE_LENGTH ? (shown.at(-1)?.id ?? null) : null,
  };
}

export function presentAlert(row: AlertRow): ListedAlert {
  const { id, rule, day, numbers, state } = row;
  return {
    ...{ id, rule, day, numbers, state },
    foundAt: row.found_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by_name,
    employeeName: row.employee_name,
    customer: row.customer_id
      ? { id: row.customer_id, name: row.customer_name, phone: row.customer_phone }
      : null,
    movements: row.movement_ids.length,
    heldCustomers: row.held_customers,
  };
}
