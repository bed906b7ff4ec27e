import { type EmployeeAct, type EmployeeTarget, employeeRefusal } from 'domain/employee-rules';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type LockedEmployee, listInvited, lockEmployees } from './employees.sql.ts';

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
): Promise<EmployeeTarget & LockedEmployee> {
  const rows = await lockEmployees(tx, [caller.employeeId, employeeId]);
  const actor = rows.find(({ id }) => id === caller.employeeId);
  if (!actor?.isActive) throw new Refusal('unauthenticated');
  const locked = rows.find(({ id }) => id === employeeId);
  if (!locked) throw new Refusal('employee_not_found');
  const target = { ...locked, addedBy: (await listInvited(tx)).get(employeeId) ?? null };
  const refusal = employeeRefusal(act, actor, target, hasOtherOwner(rows, target.id));
  if (refusal) throw new Refusal(refusal);
  return target;
}

/** Returns whether another active owner with a password exists. */
export function hasOtherOwner(rows: readonly LockedEmployee[], employeeId: string): boolean {
  return rows.some(
    ({ id, role, isActive, hasPassword }) => id !== employeeId && role === 'owner' && isActive && hasPassword,
  );
}
