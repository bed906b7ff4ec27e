import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface ExportedCustomerRow {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  total_spent_cents: number;
  available_cents: number;
  cashback_balance_cents: number;
  total_cashback_cents: number;
  /** Days in the merchant's time zone, 'YYYY-MM-DD'. */
  last_purchase_on: string | null;
  created_on: string;
}

/**
 * The customers after `after` (an id), in the order of their ids, thus roughly of their age, with balances as
 * of `now`. Merged records are left out.
 */
export async function listExportedCustomers(
  tx: TenantTransaction,
  page: { after: string; limit: number; now: Moment; timeZone: string },
): Promise<ExportedCustomerRow[]> {
  return await tx.query<ExportedCustomerRow>(
    {
      name: 'list_exported_customers',
      text: `SELECT c.id, c.phone, c.name, c.email, c.total_spent_cents, c.total_cashback_cents,
               (c.last_purchase_at AT TIME ZONE $5)::date::text AS last_purchase_on,
               (c.created_at AT TIME ZONE $5)::date::text AS created_on,
               coalesce(s.available_cents, c.available_cents) AS available_cents,
               coalesce(s.balance_cents, c.cashback_balance_cents) AS cashback_balance_cents
             FROM customers c
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $4) s ON c.balance_changes_at <= $4
             WHERE c.merchant_id = $1 AND c.id > $2 AND c.phone IS NOT NULL
             ORDER BY c.id LIMIT $3`,
    },
    [tx.merchantId, page.after, page.limit, page.now, page.timeZone],
  );
}

export async function countExportedCustomers(tx: TenantTransaction): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    {
      name: 'count_exported_customers',
      text: 'SELECT count(*) AS count FROM customers WHERE merchant_id = $1 AND phone IS NOT NULL',
    },
    [tx.merchantId],
  );
  return row?.count ?? 0;
}
