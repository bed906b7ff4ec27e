import { recordAudit } from '../audit/record-audit.ts';
import { insertDeliveries } from '../deliveries/enqueue-deliveries.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findDelivery } from './webhook-log.sql.ts';

/**
 * Sends the same body again, as a new delivery with eight attempts of its own. Throws Refusal
 * 'webhook_delivery_not_found', 'webhook_delivery_waiting', 'webhook_inactive' or 'customer_erased'.
 */
export async function retryDelivery(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const row = await findDelivery(tx, id);
    if (!row) throw new Refusal('webhook_delivery_not_found');
    if (row.state === 'waiting') throw new Refusal('webhook_delivery_waiting');
    if (!row.isActive) throw new Refusal('webhook_inactive');
    if (row.isErased) throw new Refusal('customer_erased');
    await insertDeliveries(tx, [
      {
        webhookEndpointId: row.endpointId,
        event: row.event,
        subjectId: row.subjectId,
        customerId: row.customerId,
        occurredAt: row.occurredAt,
        body: row.body,
      },
    ]);
    await recordAudit(tx, {
      action: 'webhook.retry',
      entity: 'webhook',
      entityId: row.endpointId,
      actor: staff,
      request,
      details: { event: row.event, host: new URL(row.url).host },
    });
    return {};
  });
}
