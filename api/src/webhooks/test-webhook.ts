import { PING_EVENT } from 'domain/webhooks';
import { recordAudit } from '../audit/record-audit.ts';
import { insertDeliveries } from '../deliveries/enqueue-deliveries.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findEndpoint } from './endpoints.ts';

/** Sends a ping like any other event. Throws Refusal 'webhook_not_found' or 'webhook_inactive'. */
export async function testWebhook(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<{ deliveryId: string }> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const endpoint = await findEndpoint(tx, id);
    if (!endpoint) throw new Refusal('webhook_not_found');
    if (!endpoint.isActive) throw new Refusal('webhook_inactive');
    const [deliveryId = ''] = await insertDeliveries(tx, [
      {
        webhookEndpointId: id,
        event: PING_EVENT,
        subjectId: id,
        customerId: null,
        occurredAt: tx.now,
      },
    ]);
    await recordAudit(tx, {
      action: 'webhook.test',
      entity: 'webhook',
      entityId: id,
      actor: staff,
      request,
      details: { host: new URL(endpoint.url).host },
    });
    return { deliveryId };
  });
}
