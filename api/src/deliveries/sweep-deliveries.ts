import type { App } from '../context.ts';
import { enqueueFeeding } from '../integrations/feed-bulk-sync.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  deleteProviderRequests,
  listOldProviderRequests,
  listOverdueDeliveries,
  listRunningBulkSyncs,
  type OfMerchant,
  remindOfDeliveries,
} from './sweep-deliveries.sql.ts';

/** More are left to the next minute. */
const AT_ONCE = 1_000;

/**
 * Reminds of what would be forgotten if a job were lost: deliveries that are long due, bulk syncs that are not fed. And deletes
 * what screens asked of providers days ago. Harmless to repeat and to run in several processes at once.
 * @returns how many deliveries were long due
 */
export async function sweepDeliveries(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
): Promise<{ overdue: number }> {
  const forEach = async (
    rows: OfMerchant[],
    work: (tx: TenantTransaction, ids: string[]) => Promise<void>,
  ) => {
    for (const [merchantId, ids] of byMerchant(rows)) {
      signal?.throwIfAborted();
      await tenancy.withTenant(merchantId, (tx) => work(tx, ids));
    }
  };
  const overdue = await listOverdueDeliveries(tenancy, AT_ONCE);
  await forEach(overdue, remindOfDeliveries);
  await forEach(await listRunningBulkSyncs(tenancy), async (tx, ids) => {
    for (const id of ids) await enqueueFeeding(tx, id);
  });
  await forEach(await listOldProviderRequests(tenancy, AT_ONCE), deleteProviderRequests);
  return { overdue: overdue.length };
}

function byMerchant(rows: OfMerchant[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { merchant_id, id } of rows) groups.set(merchant_id, [...(groups.get(merchant_id) ?? []), id]);
  return groups;
}
