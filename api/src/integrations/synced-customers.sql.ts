import type { TenantTransaction } from '../tenant.ts';
import type { SyncedCustomer } from './provider.ts';

/** The customer with the present balance. A merged record is replaced by the one it was merged into. */
export async function findSyncedCustomer(
  tx: TenantTransaction,
  customerId: string,
): Promise<SyncedCustomer | undefined> {
  const [row] = await tx.query<SyncedCustomer>(
    {
      name: 'find_synced_customer',
      text: `WITH RECURSIVE record AS (
               SELECT id, merged_into_id FROM customers WHERE merchant_id = $1 AND id = $2
               UNION ALL
               SELECT c.id, c.merged_into_id FROM record r
               JOIN customers c ON c.merchant_id = $1 AND c.id = r.merged_into_id
             )
             SELECT c.id, c.phone, c.name, c.email, coalesce(s.available_cents, c.available_cents) AS "availableCents",
               c.total_spent_cents AS "totalSpentCents", c.total_cashback_cents AS "totalCashbackCents"
             FROM record r
             JOIN customers c ON c.merchant_id = $1 AND c.id = r.id
             LEFT JOIN LATERAL open_lots_summary(c.merchant_id, c.id, $3) s ON c.balance_changes_at <= $3
             WHERE r.merged_into_id IS NULL`,
    },
    [tx.merchantId, customerId, tx.now],
  );
  return row;
}
