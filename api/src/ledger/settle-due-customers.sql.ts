import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';

/**
 * Merchants after `after` that have a customer whose balance time alone has changed by `now`. Ids only, in
 * order.
 */
export async function listMerchantsWithDueCustomers(
  tenancy: Pick<Tenancy, 'lookup'>,
  page: { now: Moment; after: string; limit: number },
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    {
      name: 'merchants_with_due_customers',
      text: 'SELECT * FROM lookup.merchants_with_due_customers($1, $2, $3) AS id',
    },
    [page.now, page.after, page.limit],
  );
  return rows.map((row) => row.id);
}

/**
 * The merchant's customers after `after` whose balance has changed by `now`. In order of id; locks nothing.
 */
export async function listDueCustomers(
  tx: TenantTransaction,
  page: { now: Moment; after: string; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    {
      name: 'list_due_customers',
      text: `SELECT id FROM customers WHERE merchant_id = $1 AND balance_changes_at <= $2 AND id > $3
             ORDER BY id LIMIT $4`,
    },
    [tx.merchantId, page.now, page.after, page.limit],
  );
  return rows.map((row) => row.id);
}

/**
 * Settles those of the customers that are still due and not locked elsewhere: the holder of a lock settles
 * them anyway. Rows are locked in order of id, as everywhere, so that no deadlock arises.
 * @returns how many were settled
 */
export async function settleCustomers(tx: TenantTransaction, customerIds: string[]): Promise<number> {
  const rows = await tx.query(
    {
      name: 'settle_customers',
      text: `WITH due AS (
               SELECT id FROM customers WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) AND balance_changes_at <= $3
               ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
             )
             SELECT (settle_customer($1, due.id)).id FROM due`,
    },
    [tx.merchantId, customerIds, tx.now],
  );
  return rows.length;
}
