import { listActiveOwners } from '../employees/list-active-owners.ts';
import { type DomainWarning, enqueueJob } from '../jobs/enqueue-job.ts';
import type { TenantTransaction } from '../tenant.ts';

/**
 * A mail for each owner, and each a job of its own: one that is sent is not sent again because another could
 * not be.
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
