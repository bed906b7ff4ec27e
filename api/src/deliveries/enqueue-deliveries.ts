import { newId } from '../lib/id.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertDeliveryRows, type NewDelivery } from './deliveries.sql.ts';

type Requested = Pick<NewDelivery, 'event' | 'subjectId' | 'customerId' | 'occurredAt'> &
  Partial<Pick<NewDelivery, 'integrationConfigId' | 'webhookEndpointId' | 'bulkSyncId' | 'body' | 'delayMs'>>;

/**
 * Makes deliveries that no trigger announces: those of a bulk sync, pings, and repeats that staff ask for.
 * They and their jobs exist once the transaction commits.
 * @returns their ids, in the order given
 */
export async function insertDeliveries(tx: TenantTransaction, requested: Requested[]): Promise<string[]> {
  const deliveries = requested.map((delivery) => ({
    id: newId(),
    integrationConfigId: null,
    webhookEndpointId: null,
    bulkSyncId: null,
    body: null,
    ...delivery,
  }));
  if (deliveries.length > 0) await insertDeliveryRows(tx, deliveries);
  return deliveries.map(({ id }) => id);
}
