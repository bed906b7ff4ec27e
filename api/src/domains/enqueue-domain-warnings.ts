import { listActiveOwners } from '../employees/list-active-owners.ts';
import { type DomainWarning, enqueueJob } from '../jobs/enqueue-job.ts';
import type { TenantTransaction } from '../tenant.ts';

/**
 * Enqueues a mail to each owner. Each is a job of its own, so that a failure does not repeat the mails
 * already sent.
 */
export async function enqueueDomainWarnings(
  tx: TenantTransaction,
  domain: string,
  warning: DomainWarning,
): Promise<void> {
  const { merchantId } = tx;
  for (const { id: employeeId } of await listActiveOwners(tx)) {
    await enqueueJob(tx, 'send-domain-warning', { merchantId, employeeId, domain, warning });
  }
}
