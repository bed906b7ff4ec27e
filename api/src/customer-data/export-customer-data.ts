import { recordAudit } from '../audit/record-audit.ts';
import type { FileAnswer } from '../file-route.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { type CustomerDataFormat, writeDataFile } from './data-file.ts';
import { showCustomerData } from './show-customer-data.ts';

/** All that is stored of one customer, as a file. Throws Refusal 'customer_not_found'. */
export async function exportCustomerData(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { customerId, format }: { customerId: string; format: CustomerDataFormat },
): Promise<FileAnswer> {
  const data = await tenancy.withTenant(
    staff.merchantId,
    async (tx) => {
      const found = await showCustomerData(tx, customerId);
      await recordAudit(tx, {
        action: 'customer.export_data',
        entity: 'customer',
        entityId: found.customerId,
        actor: staff,
        request,
        details: { format },
      });
      return found;
    },
    { snapshot: true },
  );
  const { text, ...file } = writeDataFile(data, { format, of: 'dados-do-cliente' });
  return { ...file, content: Buffer.from(text) };
}
