import { randomUUID } from 'node:crypto';
import { PROVED_DEVICE_TTL_SECONDS } from 'domain/lifetimes';
import type { TenantTransaction } from '../tenant.ts';
import { upsertDevice } from './proof.sql.ts';
import { deviceIdsAt, type ProvingCaller } from './proof-subject.ts';

/** Makes the browser known as the customer's for a day. */
export async function rememberProved(
  tx: TenantTransaction,
  caller: ProvingCaller,
  customerId: string,
): Promise<void> {
  const id = await upsertDevice(tx, customerId, {
    deviceIds: deviceIdsAt(caller, tx.merchantId),
    newId: randomUUID(),
    ttlSeconds: PROVED_DEVICE_TTL_SECONDS,
  });
  caller.setCustomerDevice(tx.merchantId, id);
}
