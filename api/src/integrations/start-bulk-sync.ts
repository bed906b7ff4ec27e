import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { countBuyers, findLatestBulkSync, insertBulkSync } from './bulk-syncs.sql.ts';
import { enqueueFeeding } from './feed-bulk-sync.ts';
import { listIntegrations } from './integrations.sql.ts';
import { type BulkSync, presentBulkSync } from './show-bulk-sync.ts';

/**
 * Starts to send every customer with purchases to every active integration, whatever its flags, in the
 * background. Throws Refusal 'bulk_sync_running', 'no_active_integration', 'no_customers_to_sync'.
 */
export async function startBulkSync(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
): Promise<BulkSync> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    if ((await findLatestBulkSync(tx))?.state === 'running') throw new Refusal('bulk_sync_running');
    const integrations = await listIntegrations(tx);
    if (!integrations.some((each) => each.isActive)) throw new Refusal('no_active_integration');
    const totalCount = await countBuyers(tx);
    if (totalCount === 0) throw new Refusal('no_customers_to_sync');
    const run = await insertBulkSync(tx, { id: newId(), employeeId: staff.employeeId, totalCount });
    // A concurrent start passed the check above.
    if (!run) throw new Refusal('bulk_sync_running');
    await enqueueFeeding(tx, run.id);
    await recordAudit(tx, {
      action: 'integration.bulk_sync',
      entity: 'bulk_sync',
      entityId: run.id,
      actor: staff,
      request,
      details: { count: totalCount },
    });
    return presentBulkSync(run);
  });
}
