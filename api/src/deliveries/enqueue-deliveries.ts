import { newId } from '../lib/id.ts';
import type { TenantTransaction } from '../tenant.ts';
import { insertDeliveryRows, type NewDelivery } from './deliveries.sql.ts';

type Asked = Pick<NewDelivery, 'event' | 'subjectId' | 'customerId' | 'occurredAt'> &
  Partial<Pick<NewDelivery, 'integrationConfigId' | 'webhookEndpointId' | 'bulkSyncId' | 'body'>>;

/**
 * Deliveries that no trigger announces: of a bulk sync, and those that somebody asks for again. They and their jobs exist
 * once the transaction commits.
 * @returns their ids, in the order given
 */
export async function insertDeliveries(tx: TenantTransaction, asked: Asked[]): Promise<string[]> {
  const deliveries = asked.map((one) => ({
    id: newId(),
    integrationConfigId: null,
    webhookEndpointId: null,
    bulkSyncId: null,
    body: null,
    ...one,
  }));
  if (deliveries.length > 0) await insertDeliveryRows(tx, deliveries);
  return deliveries.map(({ id }) => id);
}
