import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { assertOthersAlert, lockOpenAlert } from './close-alert.ts';
import { deleteHolds, insertHolds } from './redemption-holds.sql.ts';

/**
 * Holds the redemptions of the alert's customers until it is closed or released, codes made before included.
 * Harmless to repeat. Throws Refusal 'alert_not_found' or 'alert_closed'.
 */
export async function holdAlert(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  id: string,
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    await lockOpenAlert(tx, id);
    const count = await insertHolds(tx, id, staff.employeeId);
    if (count === 0) return;
    const entry = { entity: 'alert', entityId: id, actor: staff, request, details: { count } };
    await recordAudit(tx, { action: 'alert.hold', ...entry });
  });
  return {};
}

/** Ends the hold; the alert stays open. Throws as `assertOthersAlert`. */
export async function releaseAlert(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  id: string,
): Promise<Record<string, never>> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    await assertOthersAlert(tx, staff, id);
    const count = await deleteHolds(tx, id);
    if (count === 0) return;
    const entry = { entity: 'alert', entityId: id, actor: staff, request, details: { count } };
    await recordAudit(tx, { action: 'alert.release', ...entry });
  });
  return {};
}
