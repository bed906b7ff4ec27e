import { rolesToAdd } from 'domain/employee-rules';
import type { Role } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import { claimEmail, hasLogin } from '../auth/claim-email.ts';
import { issuePasswordLink, type PasswordLinkDelivery } from '../auth/issue-password-link.ts';
import { limitEmailLinks } from '../auth/limit-email-links.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import { INVITATIONS_PER_MERCHANT } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';

type AddDependencies = Pick<App, 'env' | 'limiter' | 'mail' | 'tenancy' | 'tokens'>;

/**
 * Adds an employee without a password, with an invitation to set one. Throws Refusal 'role_not_given',
 * 'email_taken' (listed here already, or a login at any merchant), 'too_many_requests' or 'too_many_emails'.
 * A pending invitation does not reserve the address: it goes to the first who proves it.
 */
export async function addEmployee(
  app: AddDependencies,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { name: string; email: string; role: Role },
): Promise<{ employeeId: string; invitation: PasswordLinkDelivery }> {
  if (!rolesToAdd(staff.client.employee.role).includes(input.role)) throw new Refusal('role_not_given');
  await limitSubject(app.limiter, INVITATIONS_PER_MERCHANT, staff.merchantId);
  if (await hasLogin(app, input.email)) throw new Refusal('email_taken');
  const employeeId = newId();
  return await claimEmail(() =>
    app.tenancy.withTenant(staff.merchantId, async (tx) => {
      const { merchantId, now: createdAt } = tx;
      await tx.prisma(({ employee }) =>
        employee.create({ data: { ...input, merchantId, id: employeeId, createdAt } }),
      );
      await limitEmailLinks(app, input.email, request.ip);
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
    }),
  );
}
