import type { App } from '../context.ts';
import { listActiveOwners } from '../employees/list-active-owners.ts';
import { type DataRequestOccasion, enqueueJob } from '../jobs/enqueue-job.ts';
import { isFollowUp, nameDataRequestCustomer } from './data-requests.sql.ts';

const HOUR_MS = 3_600_000;

/**
 * Notes whose phone it is, and enqueues a mail to each owner while the request is open. Each mail is a job of
 * its own, so that a failure does not repeat those already sent. An owner gets one mail an hour about
 * requests that arrived: one that follows another within two hours waits for an hour, and later ones join it.
 */
export async function announceDataRequest(
  { mail, tenancy }: Pick<App, 'mail' | 'tenancy'>,
  asked: { merchantId: string; dataRequestId: string; occasion: DataRequestOccasion },
): Promise<void> {
  await tenancy.withTenant(asked.merchantId, async (tx) => {
    const isOpen = await nameDataRequestCustomer(tx, asked.dataRequestId);
    if (!isOpen || !mail) return;
    const isArrival = asked.occasion === 'arrived';
    const runAfterMs = isArrival && (await isFollowUp(tx, asked.dataRequestId, 2 * HOUR_MS)) ? HOUR_MS : 0;
    for (const { id: employeeId } of await listActiveOwners(tx)) {
      const key = isArrival ? `data-requests:${asked.merchantId}:${employeeId}` : undefined;
      await enqueueJob(
        tx,
        'mail-data-request',
        { ...asked, employeeId },
        { runAfterMs, key, keepsTime: true },
      );
    }
  });
}
