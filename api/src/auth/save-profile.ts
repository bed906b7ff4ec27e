import type { Role } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { isUniqueViolation } from '../lib/database-errors.ts';
import { lockPerson, updateProfile } from './account.sql.ts';
import { checkPassword } from './check-password.ts';
import type { StaffSession } from './lucia.ts';
import { expirePasswordLinks } from './password-links.sql.ts';

export interface Profile {
  name: string;
  email: string;
  phone: string | null;
  role: Role;
}

interface ProfileInput {
  name: string;
  email: string;
  phone: string | null;
  currentPassword?: string | undefined;
}

/**
 * Changes one's own name, e-mail and phone; the role is not one's own to change. A new e-mail asks the password, for
 * with it a browser left open would become an account taken over; links sent to the old one end. Throws Refusal
 * 'password_required', 'email_taken', and what `checkPassword` throws.
 */
export async function saveProfile(
  app: Pick<App, 'clock' | 'limiter' | 'passwords' | 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { currentPassword, ...profile }: ProfileInput,
): Promise<Profile> {
  const asksPassword = profile.email !== staff.client.employee.email;
  if (asksPassword) {
    if (currentPassword === undefined) throw new Refusal('password_required');
    await checkPassword(app, staff, currentPassword);
  }
  try {
    await app.tenancy.withTenant(staff.merchantId, async (tx) => {
      const before = await lockPerson(tx, staff.employeeId);
      if (!before) throw new Refusal('unauthenticated');
      // Changed meanwhile, elsewhere: what this screen takes for unchanged is a change.
      if (before.email !== profile.email && !asksPassword) throw new Refusal('password_required');
      const changed = changesBetween(before, profile);
      if (Object.keys(changed).length === 0) return;
      await updateProfile(tx, staff.employeeId, profile);
      if (changed.email_changed)
        await expirePasswordLinks(tx, staff.employeeId, ['invitation', 'reset'], app.clock.now());
      await recordAudit(tx, {
        action: 'auth.save_profile',
        entity: 'employee',
        entityId: staff.employeeId,
        actor: staff,
        request,
        details: changed,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'employees_email_key')) throw new Refusal('email_taken');
    throw error;
  }
  return { ...profile, role: staff.client.employee.role };
}

/** Which fields changed; not from what to what, for the log is no place for people's addresses. */
function changesBetween(
  before: Omit<ProfileInput, 'currentPassword'>,
  after: Omit<ProfileInput, 'currentPassword'>,
): Record<string, true> {
  const fields = ['name', 'email', 'phone'] as const;
  return Object.fromEntries(
    fields.filter((field) => before[field] !== after[field]).map((field) => [`${field}_changed`, true]),
  );
}
