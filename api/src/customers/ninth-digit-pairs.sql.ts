import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { setPlan } from './customer-list.sql.ts';

/**
 * The ten-digit numbers of customers whose number with its 9 is a customer too, in order, at most `limit`.
 * Under row-level security PostgreSQL uses no index for a number that functions in the condition compute: a
 * nested loop would read all customers for each number. So both sides are read whole, once.
 */
export async function listDoubledPhones(tx: TenantTransaction, limit: number): Promise<string[]> {
  await setPlan(tx, 'gather');
  const rows = await tx.query<{ phone: string }>(
    {
      name: 'list_doubled_phones',
      text: `SELECT o.phone FROM customers o
             JOIN customers w ON w.merchant_id = $1 AND w.phone = left(o.phone, 2) || '9' || substr(o.phone, 3)
             WHERE o.merchant_id = $1 AND length(o.phone) = 10 AND substr(o.phone, 3, 1) >= '6'
             ORDER BY o.phone LIMIT $2`,
    },
    [tx.merchantId, limit],
  );
  return rows.map(({ phone }) => phone);
}

export interface PairedCustomerRow {
  id: string;
  phone: string;
  name: string | null;
  available_cents: number;
  cashback_balance_cents: number;
  total_cashback_cents: number;
  last_purchase_at: Moment | null;
}

/** The customers with these phones, with balances as of `now`. */
export async function listCustomersByPhones(
  tx: TenantTransaction,
  phones: readonly string[],
  now: Moment,
): Promise<PairedCustomerRow[]> {
  await setPlan(tx, 'find');
  return await tx.query<PairedCustomerRow>(
    {
      name: 'list_customers_by_phones',
      text: `SELECT c.id, c.phone, c.name, c.total_cashback_cents, c.last_purchase_at,
               coalesce(s.available_cents, c.available_cents) AS available_cents,
               coalesce(s.balance_cents, c.cashback_balance_cents) AS cashback_balance_cents
             FROM customers c
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE c.merchant_id = $1 AND c.phone = ANY ($2::text[])`,
    },
    [tx.merchantId, phones, now],
  );
}
