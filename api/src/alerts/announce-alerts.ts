import type { App } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { TenantTransaction } from '../tenant.ts';
import { claimMorningMail, listMerchantsWithNewAlerts } from './announce-alerts.sql.ts';
import { listAlertReaders } from './list-alert-readers.ts';

/** At the merchant. */
const MORNING_HOUR = 8;
const MERCHANTS_PER_READ = 1_000;

/**
 * Enqueues the morning's mail to each owner and administrator of merchants with new open alerts: once a day,
 * a job each, so that a failure does not repeat those already sent.
 */
export async function announceAlerts(
  { mail, tenancy }: Pick<App, 'mail' | 'tenancy'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!mail) return;
  const now = await tenancy.now();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const merchantIds = await listMerchantsWithNewAlerts(tenancy, {
      now,
      hour: MORNING_HOUR,
      after,
      limit: MERCHANTS_PER_READ,
    });
    for (const merchantId of merchantIds) {
      signal?.throwIfAborted();
      await tenancy.withTenant(merchantId, announceTo);
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < MERCHANTS_PER_READ) return;
    after = last;
  }
}

async function announceTo(tx: TenantTransaction): Promise<void> {
  if (!(await claimMorningMail(tx))) return;
  for (const { id: employeeId } of await listAlertReaders(tx))
    await enqueueJob(tx, 'mail-alerts', { merchantId: tx.merchantId, employeeId });
}
