import { recordAudit } from '../audit/record-audit.ts';
import { issuePasswordLink, type PasswordLinkDelivery } from '../auth/issue-password-link.ts';
import type { App } from '../context.ts';
import { INVITATIONS_PER_MERCHANT } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockTarget } from './lock-target.ts';

type SendDependencies = Pick<App, 'env' | 'limiter' | 'mail' | 'tenancy' | 'tokens'>;

/**
 * Sends a link to a new password to an employee who has one; an earlier such link ends. Password and sessions
 * stay as they are until the link is used. Throws as `lockTarget`, or Refusal 'too_many_requests'.
 */
export async function sendEmployeePasswordLink(
  app: SendDependencies,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { employeeId }: { employeeId: string },
): Promise<{ passwordLink: PasswordLinkDelivery }> {
  await limitSubject(app.limiter, INVITATIONS_PER_MERCHANT, staff.merchantId);
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockTarget(tx, staff, employeeId, { kind: 'send_password_link', isShown: !app.mail });
    const passwordLink = await issuePasswordLink(app, tx, {
      kind: 'reset',
      employeeId,
      createdBy: staff.employeeId,
    });
    await recordAudit(tx, {
      action: 'employee.send_password_link',
      entity: 'employee',
      entityId: employeeId,
      actor: staff,
      request,
      details: { delivery: passwordLink.delivery },
    });
    return { passwordLink };
  });
}
