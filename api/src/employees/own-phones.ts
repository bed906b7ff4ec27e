import type { ActingEmployee } from '../acting-employee.ts';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { listPhonesOf } from './employees.sql.ts';

/**
 * The employee's present and earlier phones. Earlier ones count, because a brief change would otherwise let
 * employees give themselves cashback.
 */
export async function readOwnPhones(
  tx: TenantTransaction,
  staff: Pick<ActingEmployee, 'employeeId'>,
): Promise<ReadonlySet<string>> {
  return new Set(await listPhonesOf(tx, staff.employeeId));
}

/** Throws Refusal 'own_account' if one of a record's phones is the employee's own. */
export async function assertNotOwnAccount(
  tx: TenantTransaction,
  staff: Pick<ActingEmployee, 'employeeId'>,
  phones: (string | null)[],
): Promise<void> {
  const own = await readOwnPhones(tx, staff);
  if (phones.some((phone) => phone !== null && own.has(phone))) throw new Refusal('own_account');
}
