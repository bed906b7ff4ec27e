import type { ProofSubject } from 'domain/proof';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { upsertPin } from './customer-pins.sql.ts';
import type { ProvingCaller } from './proof-subject.ts';
import { withProvedCustomer } from './proved-customer.ts';

/**
 * Sets the customer's PIN, or another one in its place. Nothing is hashed for a browser that is not known.
 * Throws as `withProvedCustomer`, also for a browser that is known for a day only: it could be a borrowed one
 * that makes itself known for good.
 */
export async function choosePin(caller: ProvingCaller, who: ProofSubject, pin: string): Promise<void> {
  const withCustomer = (work: (tx: TenantTransaction, customerId: string) => Promise<void>) =>
    withProvedCustomer(caller, who, async (tx, { id, is_lasting }) => {
      if (!is_lasting) throw new Refusal('proof_required');
      await work(tx, id);
    });
  await withCustomer(async () => undefined);
  const hash = await caller.app.passwords.hash(pin, caller);
  await withCustomer((tx, customerId) => upsertPin(tx, customerId, hash));
}
