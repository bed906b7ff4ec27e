import type { SyncAction } from 'domain/integrations';
import type { Contacted, Delivery, DeliveryEnd } from '../deliveries/delivery.ts';
import type { TenantTransaction } from '../tenant.ts';
import { countSyncedCustomer } from './count-bulk-sync.ts';
import { ERASE_EVENT } from './erase-contact.ts';
import { findIntegration } from './integrations.sql.ts';
import { providerOf } from './providers.ts';
import { contactOf, partiesOf, syncEventOf } from './sync-customer.ts';
import { recordSyncEnd } from './sync-log.sql.ts';
import { findSyncedCustomer } from './synced-customers.sql.ts';

/**
 * Records the end of a delivery to an integration: its log entry, the integration's count of successes, and
 * the customer of a bulk sync. A second time it does nothing. Without `contacted` the log gets the contact as
 * it would be sent now.
 */
export async function recordSync(
  tx: TenantTransaction,
  delivery: Delivery,
  end: DeliveryEnd,
  contacted: Contacted | undefined,
): Promise<void> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const { bulkSyncId } = delivery;
  const isDelivered = end.state === 'delivered';
  const isNew = await recordSyncEnd(tx, {
    integrationConfigId,
    customerId,
    deliveryId: delivery.id,
    action: delivery.event as SyncAction,
    status: isDelivered ? 'success' : 'error',
    errorMessage: isDelivered ? null : end.message,
    details: {
      status: end.status,
      tries: delivery.attempts,
      ...(contacted ?? (await contactNow(tx, delivery, { integrationConfigId, customerId }))),
    },
  });
  if (!isNew || bulkSyncId === null) return;
  await countSyncedCustomer(tx, { id: delivery.id, bulkSyncId, customerId }, isDelivered);
}

async function contactNow(
  tx: TenantTransaction,
  delivery: Delivery,
  { integrationConfigId, customerId }: { integrationConfigId: string; customerId: string },
): Promise<Contacted> {
  const integration = await findIntegration(tx, integrationConfigId);
  if (!integration) throw new Error('the integration is not stored');
  const customer = await findSyncedCustomer(tx, customerId);
  if (!customer || delivery.event === ERASE_EVENT) return { tags: [], email: null };
  return contactOf(providerOf(integration.provider), customer, syncEventOf(delivery, integration));
}
