import type { App } from '../context.ts';
import type { TenantTransaction } from '../tenant.ts';
import { lockEmployee } from './account.sql.ts';
import { endSessions } from './end-sessions.ts';
import { deleteFactors } from './factors.sql.ts';
import { deleteHalfOpenLogins } from './half-open-logins.sql.ts';
import { issueSecurityNotice } from './issue-security-notice.ts';

/**
 * Turns off the second step of an employee who lost it, so that the password alone signs in. Ends their
 * sessions and half-open logins. False if there was no second step.
 */
export async function turnOffFactor(tx: TenantTransaction, employeeId: string): Promise<boolean> {
  if (!(await deleteFactors(tx, employeeId))) return false;
  await endSessions(tx, employeeId);
  await deleteHalfOpenLogins(tx, employeeId);
  return true;
}

/** `turnOffFactor` by an owner: mails the employee a notice that an owner did it. */
export async function turnOffFactorByOwner(
  app: Pick<App, 'mail' | 'tokens'>,
  tx: TenantTransaction,
  { employeeId, request }: { employeeId: string; request: { ip: string; userAgent?: string | undefined } },
): Promise<boolean> {
  if (!(await turnOffFactor(tx, employeeId))) return false;
  const employee = await lockEmployee(tx, employeeId);
  // A deactivated employee has no login that the notice could protect.
  if (employee)
    await issueSecurityNotice(app, tx, { kind: 'factor_reset', employeeId, email: employee.email, request });
  return true;
}
