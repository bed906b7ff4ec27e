import type { TenantTransaction } from '../tenant.ts';

export interface CustomersSummaryRow {
  customers: number;
  available_cents: number;
  total_spent_cents: number;
  purchases: number;
}

/**
 * The four figures above the list, read from indexes alone. A record merged into another has no money left, so that only
 * counting has to leave it out; balances that time has changed since they were cached are read from their lots; and of the
 * purchases only the few that were reversed are looked at, whether anything is left of them.
 */
export async function getCustomersSummary(tx: TenantTransaction, now: Date): Promise<CustomersSummaryRow> {
  const [row] = await tx.query<CustomersSummaryRow>(
    {
      name: 'get_customers_summary',
      text: `SELECT
               (SELECT count(*) FROM customers WHERE merchant_id = $1)
                 - (SELECT count(*) FROM customer_merges WHERE merchant_id = $1) AS customers,
               (SELECT coalesce(sum(available_cents), 0) FROM customers WHERE merchant_id = $1)::bigint
                 + (SELECT coalesce(sum(s.available_cents - c.available_cents), 0)
                    FROM customers c, LATERAL open_lots_summary(c.merchant_id, c.id, $2) s
                    WHERE c.merchant_id = $1 AND c.balance_changes_at <= $2)::bigint AS available_cents,
               (SELECT coalesce(sum(total_spent_cents), 0)::bigint FROM customers WHERE merchant_id = $1)
                 AS total_spent_cents,
               (SELECT count(*) FROM transactions WHERE merchant_id = $1)
                 - (SELECT count(*) FROM transactions t WHERE t.merchant_id = $1 AND t.status = 'reversed'
                    AND t.id IN (SELECT transaction_id FROM purchase_reversals WHERE merchant_id = $1)) AS purchases`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('a statement without FROM has one row');
  return row;
}
