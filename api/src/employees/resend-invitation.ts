import { recordAudit } from '../audit/record-audit.ts';
import { issuePasswordLink, type PasswordLinkDelivery } from '../auth/issue-password-link.ts';
import { limitEmailLinks } from '../auth/limit-email-links.ts';
import type { App } from '../context.ts';
import { INVITATIONS_PER_MERCHANT } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockTarget } from './lock-target.ts';

type ResendDependencies = Pick<App, 'env' | 'limiter' | 'mail' | 'tenancy' | 'tokens'>;

/**
 * Sends a new invitation to an employee without a password; the earlier one ends. Throws as `lockTarget`, or
 * Refusal 'too_many_requests' or 'too_many_emails'.
 */
export async function resendInvitation(
  app: ResendDependencies,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { employeeId }: { employeeId: string },
): Promise<{ invitation: PasswordLinkDelivery }> {
  await limitSubject(app.limiter, INVITATIONS_PER_MERCHANT, staff.merchantId);
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const act = { kind: 'resend_invitation', isShown: !app.mail } as const;
    const { email } = await lockTarget(tx, staff, employeeId, act);
    await limitEmailLinks(app, email, request.ip);
    const invitation = await issuePasswordLink(app, tx, {
      kind: 'invitation',
      employeeId,
      createdBy: staff.employeeId,
    });
    await recordAudit(tx, {
      action: 'employee.resend_invitation',
      entity: 'employee',
      entityId: employeeId,
      actor: staff,
      request,
      details: { delivery: invitation.delivery },
    });
    return { invitation };
  });
}
