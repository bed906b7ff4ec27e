import type { App } from '../context.ts';
import { forEachMerchant } from '../tenant.ts';
import { enqueueFeeding } from './feed-bulk-sync.ts';
import {
  deleteProviderRequests,
  listOldProviderRequests,
  listRunningBulkSyncs,
} from './sweep-integrations.sql.ts';

/** The next minute's run does the rest. */
const AT_ONCE = 1_000;

/**
 * Feeds bulk syncs whose jobs were lost, and deletes requests to providers that are older than a day.
 * Harmless to repeat and to run in several processes at once.
 */
export async function sweepIntegrations(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
): Promise<void> {
  const feed = async (tx: Parameters<typeof enqueueFeeding>[0], ids: string[]) => {
    for (const id of ids) await enqueueFeeding(tx, id);
  };
  await forEachMerchant(tenancy, await listRunningBulkSyncs(tenancy), feed, signal);
  const old = await listOldProviderRequests(tenancy, AT_ONCE);
  await forEachMerchant(tenancy, old, deleteProviderRequests, signal);
}
