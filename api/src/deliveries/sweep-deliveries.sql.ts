import type { Tenancy, TenantTransaction } from '../tenant.ts';
import type { OfMerchant } from './for-each-merchant.ts';

type Lookup = Pick<Tenancy, 'lookup'>;

export async function listOverdueDeliveries(tenancy: Lookup, limit: number): Promise<OfMerchant[]> {
  return await tenancy.lookup<OfMerchant>(
    {
      name: 'list_overdue_deliveries',
      text: "SELECT merchant_id, id FROM lookup.overdue_deliveries(interval '2 minutes', $1)",
    },
    [limit],
  );
}

/** Makes each due now, if it still is overdue; the table's trigger makes its job. */
export async function remindOfDeliveries(tx: TenantTransaction, ids: string[]): Promise<void> {
  await tx.query(
    {
      name: 'remind_of_deliveries',
      text: `UPDATE deliveries SET next_try_at = clock_timestamp()
             WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) AND state = 'waiting'
               AND next_try_at < clock_timestamp() - interval '2 minutes'`,
    },
    [tx.merchantId, ids],
  );
}
