import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { PASSWORD_CHECK_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';

/**
 * Checks the password of the signed-in employee. Returns its hash, so that a change can detect a concurrent
 * one. Throws Refusal 'wrong_password', 'too_many_requests' or 'overloaded'.
 */
export async function checkPassword(
  { limiter, passwords, tenancy }: Pick<App, 'limiter' | 'passwords' | 'tenancy'>,
  { merchantId, employeeId }: Pick<StaffSession, 'merchantId' | 'employeeId'>,
  request: { ip: string },
  password: string,
): Promise<{ passwordHash: string }> {
  await limitSubject(limiter, PASSWORD_CHECK_PER_EMPLOYEE, employeeId);
  const employee = await passwords.matching(
    () =>
      tenancy.withTenant(merchantId, (tx) =>
        tx.prisma((prisma) =>
          prisma.employee.findFirst({
            where: { merchantId, id: employeeId, isActive: true },
            select: { passwordHash: true },
          }),
        ),
      ),
    password,
    request,
  );
  if (!employee?.passwordHash) throw new Refusal('wrong_password');
  return { passwordHash: employee.passwordHash };
}
