import type { ProofSubject } from 'domain/proof';
import { eraseCustomer } from '../customers/erase-customer.ts';
import { findAskedCustomer, type ProvingCaller } from '../proof/proof-subject.ts';
import { proveCustomer, withProvedCustomer } from '../proof/proved-customer.ts';

/**
 * Erases a proved customer at one merchant, with the phone typed to confirm. The browser keeps its cookie,
 * because it may also prove other customers, such as family members. Throws as `withProvedCustomer` and
 * `eraseCustomer`.
 */
export async function eraseMyData(
  caller: ProvingCaller,
  who: ProofSubject,
  phone: string,
): Promise<{ forfeitedCents: number }> {
  const asked = await findAskedCustomer(caller, who);
  const customerId = await withProvedCustomer(caller, who, async (_tx, { id }) => id);
  const { forfeitedCents } = await eraseCustomer(caller.app, {
    merchantId: asked.merchantId,
    customerId,
    basis: 'request',
    staff: null,
    request: null,
    phone,
    // A reset may have forgotten the browser since the check above.
    assertDue: async (tx) => void (await proveCustomer(tx, caller, asked)),
  });
  return { forfeitedCents };
}
