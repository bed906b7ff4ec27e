import type { ProofSubject } from 'domain/proof';
import { changeContacts, type SentContacts } from '../customers/change-contacts.ts';
import type { ProvingCaller } from '../proof/proof-subject.ts';
import { withProvedCustomer } from '../proof/proved-customer.ts';

/**
 * Changes a proved customer's name and e-mail; a field that is left out stays. A changed e-mail does not
 * prove the customer until they type a code sent to it. Throws as `withProvedCustomer`.
 */
export async function correctMyData(
  caller: ProvingCaller,
  who: ProofSubject,
  contacts: SentContacts,
): Promise<void> {
  await withProvedCustomer(caller, who, (tx, { id }) =>
    changeContacts(tx, caller.app.deliveryRules, id, contacts, {
      action: 'my_data.correct',
      mayReplace: true,
      isEmailProof: false,
      actor: null,
      request: null,
    }),
  );
}
