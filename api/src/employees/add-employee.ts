import { rolesToAdd } from 'domain/employee-rules';
import type { Role } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import { issuePasswordLink, type PasswordLinkDelivery } from '../auth/issue-password-link.ts';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { newId } from '../lib/id.ts';
import { insertEmployee } from './employees.sql.ts';
import { limitInvitations } from './limit-invitations.ts';

type AddDependencies = Pick<App, 'clock' | 'env' | 'limiter' | 'mail' | 'tenancy' | 'tokens'>;

/**
 * Takes somebody on: without a password, with an invitation to set one. Throws Refusal 'role_not_given',
 * 'email_taken' (of any merchant: an e-mail signs in at one) or 'too_many_requests'.
 */
export async function addEmployee(
  app: AddDependencies,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { name: string; email: string; role: Role },
): Promise<{ employeeId: string; invitation: PasswordLinkDelivery }> {
  if (!rolesToAdd(staff.client.employee.role).includes(input.role)) throw new Refusal('role_not_given');
  await limitInvitations(app.limiter, staff.merchantId);
  const createdAt = app.clock.now();
  const employeeId = newId(createdAt.getTime());
  try {
    return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
      await insertEmployee(tx, { ...input, id: employeeId, createdAt });
      await recordAudit(tx, {
        action: 'employee.add',
        entity: 'employee',
        entityId: employeeId,
        actor: staff,
        request,
        details: { role: input.role },
      });
      const invitation = await issuePasswordLink(app, tx, {
        kind: 'invitation',
        employeeId,
        createdBy: staff.employeeId,
      });
      return { employeeId, invitation };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'employees_email_key')) throw new Refusal('email_taken');
    throw error;
  }
}
