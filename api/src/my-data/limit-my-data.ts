import type { ProofSubject } from 'domain/proof';
import { MY_DATA_PER_CUSTOMER } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { ProvingCaller } from '../proof/proof-subject.ts';
import { withProvedCustomer } from '../proof/proved-customer.ts';

/**
 * Counts a call that reads all that is stored of a proved customer. Counting may take a database connection,
 * so no transaction is open meanwhile. Throws as `withProvedCustomer`, or Refusal 'too_many_requests'.
 */
export async function limitMyData(caller: ProvingCaller, who: ProofSubject): Promise<void> {
  const idOf = async (_tx: unknown, { id }: { id: string }) => id;
  const customerId = await withProvedCustomer(caller, who, idOf, { snapshot: true });
  await limitSubject(caller.app.limiter, MY_DATA_PER_CUSTOMER, customerId);
}
