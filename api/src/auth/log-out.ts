import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import type { SessionStore } from './lucia.ts';

/** Ends the session; its cookie no longer signs in. */
export async function logOut(
  { tenancy, sessions }: { tenancy: Tenancy; sessions: SessionStore },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
): Promise<void> {
  await sessions.end(staff);
  await tenancy.withTenant(staff.merchantId, (tx) =>
    recordAudit(tx, {
      action: 'auth.logout',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    }),
  );
}
