import type { App } from '../context.ts';
import { atATenth } from '../jobs/at-a-tenth.ts';
import { enqueueJob, type JobPayload } from '../jobs/enqueue-job.ts';
import { everyMerchant, type TenantTransaction } from '../tenant.ts';
import { findWaitingSweep, sweepRows } from './erasures.sql.ts';

/** Rows that one transaction reads: some milliseconds of work, so that no purchase waits for a batch. */
const ROWS_PER_BATCH = 100;

type Dependencies = Pick<App, 'tenancy'> & { deliveryRules: Pick<App['deliveryRules'], 'eraseDelayMs'> };

/**
 * Takes a merchant's erased customers out of the texts that no id leads to, all in one pass, so that hundreds
 * of erasures do not read the same rows hundreds of times. Each batch is a transaction that also stores the
 * place, so a worker that is killed is replaced by one that goes on from there. It leaves the database to the
 * counter nine tenths of the time, unless `isUrgent`: no counter works before a restored backup is erased.
 */
export async function sweepErasures(
  { tenancy, deliveryRules: { eraseDelayMs } }: Dependencies,
  { merchantId }: JobPayload<'sweep-erasures'>,
  { signal, isUrgent = false }: { signal?: AbortSignal | undefined; isUrgent?: boolean } = {},
): Promise<void> {
  const range = { graceMs: eraseDelayMs, rows: ROWS_PER_BATCH };
  const sweep = () => tenancy.withTenant(merchantId, (tx) => sweepRows(tx, range));
  while (isUrgent ? await sweep() : await atATenth(sweep, signal, (isMore) => !isMore));
  await tenancy.withTenant(merchantId, (tx) => resumeSweep(tx, eraseDelayMs));
}

/** Enqueues the sweep of each merchant that has waiting erasures, in case its job was lost or given up. */
export async function resumeSweeps(
  { tenancy, deliveryRules: { eraseDelayMs } }: Dependencies,
  signal?: AbortSignal,
): Promise<void> {
  for await (const merchantId of everyMerchant({ tenancy })) {
    signal?.throwIfAborted();
    await tenancy.withTenant(merchantId, (tx) => resumeSweep(tx, eraseDelayMs));
  }
}

async function resumeSweep(tx: TenantTransaction, eraseDelayMs: number): Promise<void> {
  const waiting = await findWaitingSweep(tx);
  if (waiting) await enqueueSweep(tx, eraseDelayMs, waiting.is_requested);
}

/**
 * Enqueues one job a merchant, however many erasures wait. It waits for what was under way at the erasure. A
 * person who asked does not wait for the retention of another merchant.
 */
export async function enqueueSweep(
  tx: TenantTransaction,
  eraseDelayMs: number,
  isRequested: boolean,
): Promise<void> {
  const queue = isRequested ? 'sweep-requested' : 'sweep';
  const key = `${queue}:${tx.merchantId}`;
  await enqueueJob(
    tx,
    'sweep-erasures',
    { merchantId: tx.merchantId },
    { runAfterMs: eraseDelayMs, key, queue, keepsTime: true },
  );
}
