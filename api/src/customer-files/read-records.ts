import { spellingsOf } from 'domain/doubt-phone';
import { readOwnPhones } from '../employees/own-phones.ts';
import type { Moment } from '../lib/moment.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { CustomerFile } from './customer-file.ts';
import { listKnownPhones } from './customer-import.sql.ts';

/**
 * The phones of a file that were customers at this moment, in either spelling, and those of the employee, who
 * imports no balance for them.
 */
export async function readRecords(
  tx: TenantTransaction,
  staff: StaffSession,
  { customers }: Pick<CustomerFile, 'customers'>,
  until: Moment = tx.now,
): Promise<{ knownPhones: Set<string>; ownPhones: Set<string> }> {
  const phones = customers.map((customer) => customer.phone);
  const known = new Set(await listKnownPhones(tx, phones.flatMap(spellingsOf), until));
  const own = await readOwnPhones(tx, staff);
  const phonesIn = (records: ReadonlySet<string>) =>
    new Set(phones.filter((phone) => spellingsOf(phone).some((spelling) => records.has(spelling))));
  return { knownPhones: phonesIn(known), ownPhones: phonesIn(own) };
}
