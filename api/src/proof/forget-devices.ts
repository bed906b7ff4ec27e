import type { ProofSubject } from 'domain/proof';
import { deleteDevices, deleteOtherDevices } from './proof.sql.ts';
import { deviceIdsAt, findAskedCustomer, type ProvingCaller } from './proof-subject.ts';
import { withProvedCustomer } from './proved-customer.ts';

/** Forgets this browser for good: what it is known as is deleted, and its cookie too. */
export async function forgetThisDevice(caller: ProvingCaller, who: ProofSubject): Promise<void> {
  const { merchantId } = await findAskedCustomer(caller, who);
  const deviceIds = deviceIdsAt(caller, merchantId);
  await caller.app.tenancy.withTenant(merchantId, (tx) => deleteDevices(tx, deviceIds));
  if (deviceIds.length > 0) caller.setCustomerDevice(merchantId, undefined);
}

/** Forgets the customer's other browsers, such as a lost phone's. Throws as `withProvedCustomer`. */
export async function forgetOtherDevices(caller: ProvingCaller, who: ProofSubject): Promise<void> {
  await withProvedCustomer(caller, who, (tx, { id }) =>
    deleteOtherDevices(tx, id, deviceIdsAt(caller, tx.merchantId)),
  );
}
