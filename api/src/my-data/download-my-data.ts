import type { ProofSubject } from 'domain/proof';
import { recordAudit } from '../audit/record-audit.ts';
import { type CustomerDataFormat, writeDataFile } from '../customer-data/data-file.ts';
import { showCustomerData } from '../customer-data/show-customer-data.ts';
import type { ProvingCaller } from '../proof/proof-subject.ts';
import { withProvedCustomer } from '../proof/proved-customer.ts';
import { limitMyData } from './limit-my-data.ts';

/**
 * All that is stored of a proved customer, as the text of a file. The audit entry has no address: it would be
 * the customer's, and an erasure leaves the log's addresses. Throws as `withProvedCustomer`, or
 * 'too_many_requests'.
 */
export async function downloadMyData(
  caller: ProvingCaller,
  who: ProofSubject,
  format: CustomerDataFormat,
): Promise<{ name: string; contentType: string; text: string }> {
  await limitMyData(caller, who);
  const data = await withProvedCustomer(
    caller,
    who,
    async (tx, { id }) => {
      await recordAudit(tx, {
        action: 'my_data.export',
        entity: 'customer',
        entityId: id,
        actor: null,
        request: null,
        details: { format },
      });
      return await showCustomerData(tx, id);
    },
    { snapshot: true },
  );
  return writeDataFile(data, { format, of: 'meus-dados' });
}
