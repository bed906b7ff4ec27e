import type { AlertNumbers, AlertRule, AlertState } from 'domain/alerts';
import { SHOWN_NAME } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface AlertRow {
  id: string;
  rule: AlertRule;
  day: string;
  numbers: AlertNumbers;
  movement_ids: string[];
  state: AlertState;
  found_at: Date;
  closed_at: Date | null;
  closed_by_name: string | null;
  employee_name: string | null;
  customer_id: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  held_customers: number;
}

/** The customer is the record that the alert's was merged into. */
const LISTED = `SELECT a.id, a.rule, a.day::text AS day, a.numbers, a.movement_ids, a.state, a.found_at, a.closed_at,
    b.name AS closed_by_name, e.name AS employee_name, c.id AS customer_id, ${SHOWN_NAME} AS customer_name,
    c.phone AS customer_phone,
    (SELECT count(*)::int FROM redemption_holds h WHERE h.merchant_id = $1 AND h.alert_id = a.id) AS held_customers
  FROM alerts a
  LEFT JOIN employees e ON e.merchant_id = $1 AND e.id = a.employee_id
  LEFT JOIN employees b ON b.merchant_id = $1 AND b.id = a.closed_by
  LEFT JOIN customers n ON n.merchant_id = $1 AND n.id = a.customer_id
  LEFT JOIN customers c ON c.merchant_id = $1 AND c.id = coalesce(n.merged_into_id, n.id)
  WHERE a.merchant_id = $1`;

/** A page, newest first. */
export async function listAlertRows(
  tx: TenantTransaction,
  { isOpen, after, limit }: { isOpen: boolean; after: string | undefined; limit: number },
): Promise<AlertRow[]> {
  return await tx.query<AlertRow>(
    {
      name: isOpen ? 'list_open_alerts' : 'list_closed_alerts',
      text: `${LISTED} AND a.state ${isOpen ? "= 'open'" : "IN ('fine', 'settled')"} AND ($2::uuid IS NULL OR a.id < $2)
             ORDER BY a.id DESC LIMIT $3`,
    },
    [tx.merchantId, after ?? null, limit],
  );
}

export async function findAlert(tx: TenantTransaction, id: string): Promise<AlertRow | undefined> {
  const [row] = await tx.query<AlertRow>({ name: 'find_alert', text: `${LISTED} AND a.id = $2` }, [
    tx.merchantId,
    id,
  ]);
  return row;
}

export interface CorrectionRow {
  id: string;
  amount_cents: number;
  reason: string;
  created_at: Date;
  employee_name: string;
  customer_id: string;
  customer_name: string | null;
  phone: string | null;
}

export async function listCorrectionsByIds(tx: TenantTransaction, ids: string[]): Promise<CorrectionRow[]> {
  return await tx.query<CorrectionRow>(
    {
      name: 'list_corrections_by_ids',
      text: `SELECT j.id, j.amount_cents, j.reason, j.created_at, e.name AS employee_name, j.customer_id,
               ${SHOWN_NAME} AS customer_name, c.phone
             FROM adjustments j
             JOIN employees e ON e.merchant_id = $1 AND e.id = j.employee_id
             JOIN customers c ON c.merchant_id = $1 AND c.id = j.customer_id
             WHERE j.merchant_id = $1 AND j.id = ANY ($2) ORDER BY j.created_at DESC, j.id DESC`,
    },
    [tx.merchantId, ids],
  );
}
