import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { perSubject } from '../lib/rate-limit.ts';
import { OWN_CODES_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';
import { updateSessionProof } from './auth.sql.ts';
import { checkPassword } from './check-password.ts';
import { findFactors, hasFactor } from './factors.sql.ts';
import { takeCode } from './take-code.ts';

/**
 * A fresh proof that the employee is who works at this session: the password, and a code where logins ask
 * for a second step. Other sessions are not touched. Throws as `checkPassword`, and Refusal
 * 'factor_code_missing', 'wrong_factor_code' or 'too_many_requests'.
 */
export async function proveSelf(
  app: Pick<App, 'keyEncryptionKeys' | 'limiter' | 'log' | 'mail' | 'passwords' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  await checkPassword(app, staff, request, password);
  const { id, merchantId, employeeId } = staff;
  const { email } = staff.client.employee;
  // Counted before it is checked: of concurrent guesses no more are checked than may fail.
  const counts = code === undefined ? [] : [perSubject(OWN_CODES_PER_EMPLOYEE, employeeId)];
  await limitCalls(app.limiter, counts);
  await app.tenancy.withTenant(merchantId, async (tx) => {
    if (hasFactor(await findFactors(tx, employeeId))) {
      if (code === undefined) throw new Refusal('factor_code_missing');
      if (!(await takeCode(app, tx, { employeeId, email, code, request })))
        throw new Refusal('wrong_factor_code');
    }
    await updateSessionProof(tx, id);
  });
  await app.limiter
    .takeBack(counts)
    .catch((err: unknown) => app.log.warn({ err }, 'a code that was not wrong stays counted'));
}
