import { INACTIVITY_NOTICE_DAYS, INACTIVITY_RUN } from 'domain/retention';
import type { App } from '../context.ts';
import { atATenth } from '../jobs/at-a-tenth.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { everyMerchant, type TenantTransaction } from '../tenant.ts';
import { noticeNext } from './inactive-customers.sql.ts';

/**
 * Gives notice to customers without movement, a share of each merchant's. Each batch is a transaction with
 * its place and its mails, so a killed run is continued by the next.
 * @returns the number of notices
 */
export async function noticeInactive(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
  bounds: { rowsPerBatch: number; batchesPerMerchant: number; noticesPerMerchant: number } = INACTIVITY_RUN,
): Promise<number> {
  let total = 0;
  for await (const merchantId of everyMerchant({ tenancy })) {
    let noticed = 0;
    for (let batch = 0; batch < bounds.batchesPerMerchant; batch += 1) {
      const page = await atATenth(
        () => tenancy.withTenant(merchantId, (tx) => noticeBatch(tx, bounds.rowsPerBatch)),
        signal,
      );
      noticed += page.noticed;
      if (page.rows < bounds.rowsPerBatch || noticed >= bounds.noticesPerMerchant) break;
    }
    total += noticed;
  }
  return total;
}

async function noticeBatch(tx: TenantTransaction, limit: number): Promise<{ rows: number; noticed: number }> {
  const { rows, noticed } = await noticeNext(tx, { noticeDays: INACTIVITY_NOTICE_DAYS, limit });
  for (const { customer_id: customerId, has_email } of noticed)
    if (has_email) await enqueueJob(tx, 'mail-inactivity-notice', { merchantId: tx.merchantId, customerId });
  return { rows, noticed: noticed.length };
}
