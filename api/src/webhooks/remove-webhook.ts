import { recordAudit } from '../audit/record-audit.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { findEndpoint } from './endpoints.ts';
import { failWaitingDeliveries } from './webhook-log.sql.ts';
import { lockWebhooks } from './webhooks.sql.ts';

/** The log's message for deliveries of a removed endpoint. */
export const REMOVED = 'O webhook foi removido.';

/**
 * Ends what still waits for the endpoint, and sends nothing there any more. Throws Refusal
 * 'webhook_not_found'.
 */
export async function removeWebhook(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<Record<string, never>> {
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockWebhooks(tx);
    const endpoint = await findEndpoint(tx, id);
    if (!endpoint) throw new Refusal('webhook_not_found');
    // The row stays for the log of its deliveries.
    await tx.prisma(({ webhookEndpoint }) =>
      webhookEndpoint.update({
        where: { merchantId_id: { merchantId: tx.merchantId, id } },
        data: { isActive: false, removedAt: tx.now },
      }),
    );
    await failWaitingDeliveries(tx, id, REMOVED);
    await recordAudit(tx, {
      action: 'webhook.remove',
      entity: 'webhook',
      entityId: id,
      actor: staff,
      request,
      details: { host: new URL(endpoint.url).host },
    });
    return {};
  });
}
