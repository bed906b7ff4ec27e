import type { MerchantRow, Tenancy, TenantTransaction } from '../tenant.ts';

type Lookup = Pick<Tenancy, 'lookup'>;

export async function listRunningBulkSyncs(tenancy: Lookup): Promise<MerchantRow[]> {
  return await tenancy.lookup<MerchantRow>(
    { name: 'list_running_bulk_syncs', text: 'SELECT merchant_id, id FROM lookup.running_bulk_syncs()' },
    [],
  );
}

export async function listOldProviderRequests(tenancy: Lookup, limit: number): Promise<MerchantRow[]> {
  return await tenancy.lookup<MerchantRow>(
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
