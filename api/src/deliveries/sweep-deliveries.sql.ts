import type { Tenancy, TenantTransaction } from '../tenant.ts';

export interface OfMerchant {
  merchant_id: string;
  id: string;
}

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

export async function listRunningBulkSyncs(tenancy: Lookup): Promise<OfMerchant[]> {
  return await tenancy.lookup<OfMerchant>(
    { name: 'list_running_bulk_syncs', text: 'SELECT merchant_id, id FROM lookup.running_bulk_syncs()' },
    [],
  );
}

export async function listOldProviderRequests(tenancy: Lookup, limit: number): Promise<OfMerchant[]> {
  return await tenancy.lookup<OfMerchant>(
    {
      name: 'list_old_provider_requests',
      text: "SELECT merchant_id, id FROM lookup.old_provider_requests(interval '1 day', $1)",
    },
    [limit],
  );
}

export async function deleteProviderRequests(tx: TenantTransaction, ids: string[]): Promise<void> {
  await tx.query(
    {
      name: 'delete_provider_requests',
      text: 'DELETE FROM provider_requests WHERE merchant_id = $1 AND id = ANY ($2::uuid[])',
    },
    [tx.merchantId, ids],
  );
}
