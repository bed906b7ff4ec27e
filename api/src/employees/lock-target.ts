import { type EmployeeAct, type EmployeeTarget, employeeRefusal } from 'domain/employee-rules';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type LockedEmployeeRow, lockEmployees } from './employees.sql.ts';

/**
 * Locks the caller, the target and all owners, and checks the rules against the locked rows: a caller demoted
 * or deactivated a moment ago is refused. Returns the target. Throws Refusal 'unauthenticated',
 * 'employee_not_found' or the rule's.
 */
export async function lockTarget(
  tx: TenantTransaction,
  caller: { employeeId: string },
  employeeId: string,
  act: EmployeeAct,
): Promise<EmployeeTarget> {
  const rows = await lockEmployees(tx, [caller.employeeId, employeeId]);
  const actor = rows.find(({ id }) => id === caller.employeeId);
  if (!actor?.is_active) throw new Refusal('unauthenticated');
  const row = rows.find(({ id }) => id === employeeId);
  if (!row) throw new Refusal('employee_not_found');
  const target = targetOf(row);
  const refusal = employeeRefusal(act, actor, target, hasOtherOwner(rows, target.id));
  if (refusal) throw new Refusal(refusal);
  return target;
}

export function targetOf(row: LockedEmployeeRow): EmployeeTarget {
  return { id: row.id, role: row.role, isActive: row.is_active, hasPassword: row.has_password };
}

/** Returns whether another active owner with a password exists. */
export function hasOtherOwner(rows: readonly LockedEmployeeRow[], employeeId: string): boolean {
  return rows.some(
    (row) => row.id !== employeeId && row.role === 'owner' && row.is_active && row.has_password,
  );
}
