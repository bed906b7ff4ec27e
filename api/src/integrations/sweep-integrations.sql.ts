import type { MerchantRow, Tenancy } from '../tenant.ts';

export async function listRunningBulkSyncs(tenancy: Pick<Tenancy, 'lookup'>): Promise<MerchantRow[]> {
  return await tenancy.lookup<MerchantRow>(
    { name: 'list_running_bulk_syncs', text: 'SELECT merchant_id, id FROM lookup.running_bulk_syncs()' },
    [],
  );
}
