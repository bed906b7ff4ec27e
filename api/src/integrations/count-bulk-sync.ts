import type { TenantTransaction } from '../tenant.ts';
import { type BulkSyncRow, getCustomerStanding, lockBulkSync, updateBulkSync } from './bulk-syncs.sql.ts';

/**
 * Counts the customer of a delivery that ends in this transaction, once all the customer's deliveries of the
 * run have ended: as failed if any of them failed. A customer merged into another one of the run is counted
 * as that one.
 */
export async function countSyncedCustomer(
  tx: TenantTransaction,
  delivery: { id: string; bulkSyncId: string; customerId: string },
  isDelivered: boolean,
): Promise<void> {
  // Locked first: of two deliveries that end at once, the second one sees the end of the first.
  const run = await lockBulkSync(tx, delivery.bulkSyncId);
  if (run?.state !== 'running') return;
  const standing = await getCustomerStanding(tx, delivery);
  if (standing.others_waiting > 0) return;
  const target = standing.merged_into_id;
  const isAhead =
    target !== null && run.handed_over_count < run.total_count && target > (run.last_customer_id ?? '');
  const isCountedAsTarget = standing.target_is_handed_over || isAhead;
  const hasFailed = !isDelivered || standing.others_failed > 0;
  const counted: BulkSyncRow = isCountedAsTarget
    ? { ...run, handed_over_count: run.handed_over_count - 1, total_count: run.total_count - 1 }
    : hasFailed
      ? { ...run, error_count: run.error_count + 1 }
      : { ...run, success_count: run.success_count + 1 };
  await updateBulkSync(tx, completeIfCounted(counted));
}

/** A run is completed once all its customers were handed over and counted. */
export function completeIfCounted(run: BulkSyncRow): BulkSyncRow {
  const isOver =
    run.handed_over_count === run.total_count && run.success_count + run.error_count === run.total_count;
  return isOver ? { ...run, state: 'completed' } : run;
}
