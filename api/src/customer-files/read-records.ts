import { readOwnPhones } from '../employees/own-phones.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { CustomerFile } from './customer-file.ts';
import { listKnownPhones } from './customer-import.sql.ts';

/** The phones of a file that are customers, and those of the employee, who imports no balance for them. */
export async function readRecords(
  tx: TenantTransaction,
  staff: StaffSession,
  { customers }: Pick<CustomerFile, 'customers'>,
): Promise<{ knownPhones: Set<string>; ownPhones: ReadonlySet<string> }> {
  const phones = customers.map((customer) => customer.phone);
  return {
    knownPhones: new Set(await listKnownPhones(tx, phones)),
    ownPhones: await readOwnPhones(tx, staff),
  };
}
