import type { Tenancy, TenantTransaction } from '../tenant.ts';

/** A row of a tenant's table, as a look-up over all tenants finds it. */
export interface OfMerchant {
  merchant_id: string;
  id: string;
}

/** Works on the rows of each merchant in a transaction of its own. `signal` ends it between two. */
export async function forEachMerchant(
  tenancy: Pick<Tenancy, 'withTenant'>,
  rows: readonly OfMerchant[],
  work: (tx: TenantTransaction, ids: string[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const byMerchant = new Map<string, string[]>();
  for (const { merchant_id, id } of rows)
    byMerchant.set(merchant_id, [...(byMerchant.get(merchant_id) ?? []), id]);
  for (const [merchantId, ids] of byMerchant) {
    signal?.throwIfAborted();
    await tenancy.withTenant(merchantId, (tx) => work(tx, ids));
  }
}
