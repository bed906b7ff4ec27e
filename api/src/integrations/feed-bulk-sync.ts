import { insertDeliveries } from '../deliveries/enqueue-deliveries.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import {
  type BulkSyncRow,
  countOpenDeliveries,
  listBuyerIds,
  lockBulkSync,
  updateBulkSync,
} from './bulk-syncs.sql.ts';
import { completeIfCounted } from './count-bulk-sync.ts';
import { listIntegrations } from './integrations.sql.ts';

const FEED = {
  /** Customers that one transaction hands over. */
  pageLength: 200,
  /**
   * Deliveries that may be ready at once: enough for the workers, and few enough not to delay other
   * deliveries.
   */
  maxOpen: 400,
  /** Wait before the next look, while enough deliveries are ready. */
  pauseMs: 2_000,
};

/**
 * Hands the next customers of a run over to deliveries, unless enough of those are ready, and enqueues the
 * next page. Safe to repeat and to run concurrently: each customer is handed over once. Without an active
 * integration the customers count as failed.
 */
export async function feedBulkSync(
  { tenancy }: { tenancy: Tenancy },
  { merchantId, bulkSyncId }: { merchantId: string; bulkSyncId: string },
  rules: typeof FEED = FEED,
): Promise<void> {
  await tenancy.withTenant(merchantId, async (tx) => {
    const run = await lockBulkSync(tx, bulkSyncId);
    if (run?.state !== 'running' || isHandedOver(run)) return;
    const open = await countOpenDeliveries(tx, run.id);
    const after = open < rules.maxOpen ? await handOver(tx, run, rules.pageLength) : run;
    if (after.state !== 'running' || isHandedOver(after)) return;
    await enqueueFeeding(tx, run.id, open < rules.maxOpen ? 0 : rules.pauseMs);
  });
}

/** The key makes repeated calls leave one waiting job. */
export async function enqueueFeeding(
  tx: TenantTransaction,
  bulkSyncId: string,
  runAfterMs = 0,
): Promise<void> {
  const payload = { merchantId: tx.merchantId, bulkSyncId };
  await enqueueJob(tx, 'feed-bulk-sync', payload, { runAfterMs, key: `feed-bulk-sync:${bulkSyncId}` });
}

/** The total stays above the count until the last page. */
const isHandedOver = (run: BulkSyncRow) => run.handed_over_count === run.total_count;

/** One page. After the last one the total is exact. */
async function handOver(tx: TenantTransaction, run: BulkSyncRow, pageLength: number): Promise<BulkSyncRow> {
  const found = await listBuyerIds(tx, run.last_customer_id, pageLength + 1);
  const page = found.slice(0, pageLength);
  const active = (await listIntegrations(tx)).filter((each) => each.isActive);
  await insertDeliveries(
    tx,
    page.flatMap((customerId) =>
      active.map((integration) => ({
        integrationConfigId: integration.id,
        event: 'bulk_sync',
        subjectId: run.id,
        customerId,
        bulkSyncId: run.id,
        occurredAt: run.created_at,
      })),
    ),
  );
  const handedOver = run.handed_over_count + page.length;
  const after = completeIfCounted({
    ...run,
    handed_over_count: handedOver,
    total_count: found.length > pageLength ? Math.max(run.total_count, handedOver + 1) : handedOver,
    last_customer_id: page.at(-1) ?? run.last_customer_id,
    error_count: run.error_count + (active.length === 0 ? page.length : 0),
  });
  await updateBulkSync(tx, after);
  return after;
}
