import { assertFreshProof } from '../assert-fresh-proof.ts';
import { assertNotOnTablet } from '../assert-not-on-tablet.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployee } from './account.sql.ts';
import { claimEmail } from './claim-email.ts';
import { findPendingEmail } from './email-links.sql.ts';
import { issueEmailLink } from './issue-email-link.ts';
import { limitEmailLinks } from './limit-email-links.ts';
import { expirePasswordLinks } from './password-links.sql.ts';
import type { Profile } from './show-profile.ts';
import { updateEmployee } from './update-employee.ts';

interface ProfileInput {
  name: string;
  email: string;
  phone: string | null;
}

/**
 * Changes the employee's own name, e-mail and phone; the role is not theirs to change. A new e-mail requires
 * a fresh proof, because otherwise a browser left open would give the account away; links sent to the old one
 * end. With a mail server, a new one is pending until a link has proved it, and the present one is notified.
 * `isSentBefore`: a link to the same address is still valid, and no other one is sent.
 * A new phone requires it too: by phone the product knows which customer the employee may not serve. Throws
 * Refusal 'email_taken', 'too_many_emails' or 'user_not_found', and as `assertMayChange`.
 */
export async function saveProfile(
  app: Pick<App, 'env' | 'limiter' | 'mail' | 'tenancy' | 'tokens'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  asked: ProfileInput,
): Promise<Profile & { isSentBefore?: true }> {
  const { employeeId, client } = staff;
  assertMayChange(staff, client.employee, asked);
  return await claimEmail(() =>
    app.tenancy.withTenant(staff.merchantId, async (tx) => {
      const before = await lockEmployee(tx, employeeId);
      if (!before) throw new Refusal('user_not_found');
      // The profile was changed elsewhere meanwhile: a field that this screen left alone is now a change.
      assertMayChange(staff, before, asked);
      const waits = app.mail !== undefined && before.email !== asked.email;
      const profile = waits ? { ...asked, email: before.email } : asked;
      const isSentBefore = waits && (await findPendingEmail(tx, employeeId)) === asked.email;
      if (waits && !isSentBefore) {
        await limitEmailLinks(app, asked.email, request.ip);
        await issueEmailLink(app, tx, { email: asked.email, employeeId, signup: null });
        await enqueueJob(tx, 'send-email-change-notice', { email: before.email });
        await recordAudit(tx, { action: 'auth.ask_email_change', ...auditOf(staff, request) });
      }
      const changed = changesBetween(before, profile);
      if (Object.keys(changed).length > 0) {
        await updateEmployee(tx, employeeId, profile);
        if (changed.email_changed) await expirePasswordLinks(tx, employeeId, ['invitation', 'reset'], tx.now);
        await recordAudit(tx, {
          action: 'auth.save_profile',
          ...auditOf(staff, request),
          details: changed,
        });
      }
      const pendingEmail = (await findPendingEmail(tx, employeeId)) ?? null;
      return { ...profile, role: client.employee.role, pendingEmail, ...(isSentBefore && { isSentBefore }) };
    }),
  );
}

type ProvedFields = Pick<ProfileInput, 'email' | 'phone'>;

/** Throws as `assertNotOnTablet` and `assertFreshProof` where the e-mail or the phone changes. */
function assertMayChange(staff: StaffSession, before: ProvedFields, after: ProvedFields): void {
  if (before.email === after.email && before.phone === after.phone) return;
  assertNotOnTablet(staff);
  assertFreshProof(staff);
}

const auditOf = (staff: StaffSession, request: { ip: string; userAgent?: string | undefined }) => ({
  entity: 'employee',
  entityId: staff.employeeId,
  actor: staff,
  request,
});

/**
 * The names of the changed fields. Values are left out, because the log is no place for employees' addresses.
 */
function changesBetween(before: ProfileInput, after: ProfileInput): Record<string, true> {
  const fields = ['name', 'email', 'phone'] as const;
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [`${field}_changed`, true]),
  );
}
