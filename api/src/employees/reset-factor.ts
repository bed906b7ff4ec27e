import { recordAudit } from '../audit/record-audit.ts';
import { turnOffFactorByOwner } from '../auth/turn-off-factor.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockTarget } from './lock-target.ts';

/**
 * Turns the second step of an employee who lost it off; the password alone signs the employee in until they
 * turn it on again. Ends the employee's sessions and notifies the employee. Throws as `lockTarget`, and
 * Refusal 'factor_not_set'.
 */
export async function resetFactor(
  app: Pick<App, 'mail' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { employeeId }: { employeeId: string },
): Promise<void> {
  await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockTarget(tx, staff, employeeId, { kind: 'reset_factor' });
    if (!(await turnOffFactorByOwner(app, tx, { employeeId, request }))) throw new Refusal('factor_not_set');
    await recordAudit(tx, {
      action: 'employee.reset_factor',
      entity: 'employee',
      entityId: employeeId,
      actor: staff,
      request,
    });
  });
}
