import type { App } from '../context.ts';
import { forEachMerchant } from '../tenant.ts';
import { enqueueFeeding } from './feed-bulk-sync.ts';
import { listRunningBulkSyncs } from './sweep-integrations.sql.ts';

/** Feeds bulk syncs whose jobs were lost. Harmless to repeat and to run in several processes at once. */
export async function sweepIntegrations(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
): Promise<void> {
  const feed = async (tx: Parameters<typeof enqueueFeeding>[0], ids: string[]) => {
    for (const id of ids) await enqueueFeeding(tx, id);
  };
  await forEachMerchant(tenancy, await listRunningBulkSyncs(tenancy), feed, signal);
}
