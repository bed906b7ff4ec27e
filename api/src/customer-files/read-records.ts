import { readOwnPhones } from '../employees/own-phones.ts';
import type { Moment } from '../lib/moment.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { CustomerFile } from './customer-file.ts';
import { listKnownPhones } from './customer-import.sql.ts';

/**
 * The phones of a file that were customers at this moment, and those of the employee, who imports no balance
 * for them.
 */
export async function readRecords(
  tx: TenantTransaction,
  staff: StaffSession,
  { customers }: Pick<CustomerFile, 'customers'>,
  until: Moment = tx.now,
): Promise<{ knownPhones: Set<string>; ownPhones: ReadonlySet<string> }> {
  const phones = customers.map((customer) => customer.phone);
  return {
    knownPhones: new Set(await listKnownPhones(tx, phones, until)),
    ownPhones: await readOwnPhones(tx, staff),
  };
}
