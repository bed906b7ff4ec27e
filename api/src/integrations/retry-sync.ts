import { recordAudit } from '../audit/record-audit.ts';
import { insertDeliveries } from '../deliveries/enqueue-deliveries.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findIntegration } from './integrations.sql.ts';
import { mayRetry } from './show-sync-log.ts';
import { findSyncLogEntry, markRetried } from './sync-log.sql.ts';

/**
 * Sends a failed log entry again, once: the customer as of now, about the same event. Throws Refusal
 * 'log_not_found', 'already_retried', 'log_not_retryable', 'no_active_integration'.
 */
export async function retrySync(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: number },
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const entry = await findSyncLogEntry(tx, id);
    if (!entry) throw new Refusal('log_not_found');
    if (entry.retried_at) throw new Refusal('already_retried');
    if (!mayRetry(entry) || entry.customer_id === null) throw new Refusal('log_not_retryable');
    const integration = await findIntegration(tx, entry.integration_config_id);
    if (!integration?.isActive) throw new Refusal('no_active_integration');
    if (!(await markRetried(tx, id))) throw new Refusal('already_retried');
    await insertDeliveries(tx, [
      {
        integrationConfigId: integration.id,
        event: entry.action,
        subjectId: entry.subject_id ?? entry.customer_id,
        customerId: entry.customer_id,
        occurredAt: entry.occurred_at ?? entry.created_at,
      },
    ]);
    await recordAudit(tx, {
      action: 'integration.retry',
      entity: 'integration',
      entityId: integration.id,
      actor: staff,
      request,
      details: { provider: integration.provider, logId: id },
    });
  });
  return {};
}
