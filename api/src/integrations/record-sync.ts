import type { Provider, SyncAction } from 'domain/integrations';
import type { Delivery, Outcome } from '../deliveries/delivery.ts';
import type { TenantTransaction } from '../tenant.ts';
import { countSyncedCustomer } from './count-bulk-sync.ts';
import { countSync, findIntegration } from './integrations.sql.ts';
import { maskEmail } from './mask-email.ts';
import type { SyncEvent } from './provider.ts';
import { providerOf } from './providers.ts';
import { partiesOf, syncEventOf } from './sync-customer.ts';
import { insertSyncLogEntry, type SyncLogDetails } from './sync-log.sql.ts';
import { findSyncedCustomer } from './synced-customers.sql.ts';

/**
 * Writes down how a delivery to an integration ended, in the transaction that ends it: its log entry, the integration's
 * count of what it took, and the customer of a bulk sync. A second time it does nothing.
 */
export async function recordSync(tx: TenantTransaction, delivery: Delivery, outcome: Outcome): Promise<void> {
  const { integrationConfigId, customerId } = partiesOf(delivery);
  const { bulkSyncId } = delivery;
  const integration = await findIntegration(tx, integrationConfigId);
  if (!integration) throw new Error('the integration is not stored');
  const isDelivered = outcome.state === 'delivered';
  const isNew = await insertSyncLogEntry(tx, {
    integrationConfigId,
    customerId,
    deliveryId: delivery.id,
    action: delivery.event as SyncAction,
    status: isDelivered ? 'success' : 'error',
    errorMessage: isDelivered ? null : outcome.message,
    details: {
      status: outcome.status,
      tries: delivery.tries,
      ...(await describe(tx, customerId, syncEventOf(delivery, integration), integration.provider)),
    },
  });
  if (!isNew) return;
  if (isDelivered) await countSync(tx, integrationConfigId);
  if (bulkSyncId !== null)
    await countSyncedCustomer(tx, { id: delivery.id, bulkSyncId, customerId }, isDelivered);
}

/** What the contact was to get, by how the customer stands now. */
async function describe(
  tx: TenantTransaction,
  customerId: string,
  event: SyncEvent,
  provider: Provider,
): Promise<Pick<SyncLogDetails, 'tags' | 'email'>> {
  const customer = await findSyncedCustomer(tx, customerId, null);
  if (!customer) return { tags: [], email: null };
  const client = providerOf(provider);
  return { tags: client.tagsOf(customer, event), email: maskEmail(client.emailOf(customer)) };
}
