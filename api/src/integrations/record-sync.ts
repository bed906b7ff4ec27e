import type { SyncAction } from 'domain/integrations';
import type { Delivery, Outcome, ToldContact } from '../deliveries/delivery.ts';
import type { TenantTransaction } from '../tenant.ts';
import { countSyncedCustomer } from './count-bulk-sync.ts';
import { findIntegration } from './integrations.sql.ts';
import { providerOf } from './providers.ts';
import { partiesOf, syncEventOf, toldContact } from './sync-customer.ts';
import { recordSyncEnd } from './sync-log.sql.ts';
import { findSyncedCustomer } from './synced-customers.sql.ts';

/**
 * Writes down how a delivery to an integration ended, in the transaction that ends it: its log entry, the integration's
 * count of what it took, and the customer of a bulk sync. A second time it does nothing. `told` is what it was told;
 * where nobody was called, what it would be told now.
 */
export async function recordSync(
  tx: TenantTransaction,
  delivery: Delivery,
  outcome: Outcome,
  told: ToldContact | undefined,
): Promise<void> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const { bulkSyncId } = delivery;
  const isDelivered = outcome.state === 'delivered';
  const isNew = await recordSyncEnd(tx, {
    integrationConfigId,
    customerId,
    deliveryId: delivery.id,
    action: delivery.event as SyncAction,
    status: isDelivered ? 'success' : 'error',
    errorMessage: isDelivered ? null : outcome.message,
    details: {
      status: outcome.status,
      tries: delivery.tries,
      ...(told ?? (await wouldBeTold(tx, delivery, { integrationConfigId, customerId }))),
    },
  });
  if (!isNew || bulkSyncId === null) return;
  await countSyncedCustomer(tx, { id: delivery.id, bulkSyncId, customerId }, isDelivered);
}

/** By how the customer stands now. */
async function wouldBeTold(
  tx: TenantTransaction,
  delivery: Delivery,
  { integrationConfigId, customerId }: { integrationConfigId: string; customerId: string },
): Promise<ToldContact> {
  const integration = await findIntegration(tx, integrationConfigId);
  if (!integration) throw new Error('the integration is not stored');
  const customer = await findSyncedCustomer(tx, customerId);
  if (!customer) return { tags: [], email: null };
  return toldContact(providerOf(integration.provider), customer, syncEventOf(delivery, integration));
}
