import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { PASSWORD_CHECK_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';
import { findEmployee } from './account.sql.ts';

/**
 * Checks the password of the signed-in employee. Returns its hash, so that a change can detect a concurrent
 * one. Throws Refusal 'wrong_password', 'too_many_requests' or 'overloaded'.
 */
export async function checkPassword(
  { limiter, passwords, tenancy }: Pick<App, 'limiter' | 'passwords' | 'tenancy'>,
  staff: Pick<StaffSession, 'merchantId' | 'employeeId'>,
  password: string,
): Promise<{ passwordHash: string }> {
  await limitSubject(limiter, PASSWORD_CHECK_PER_EMPLOYEE, staff.employeeId);
  const employee = await passwords.matching(
    () => tenancy.withTenant(staff.merchantId, (tx) => findEmployee(tx, staff.employeeId)),
    password,
  );
  if (!employee?.password_hash) throw new Refusal('wrong_password');
  return { passwordHash: employee.password_hash };
}
