import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { revokeTabletRow } from './tablets.sql.ts';

/**
 * Revokes the tablet for good: its sessions are over with their next request. Revoking it again changes
 * nothing. Throws Refusal 'tablet_not_found'.
 */
export async function revokeTablet(
  { tenancy }: Pick<App, 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { id }: { id: string },
): Promise<void> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const tablet = await revokeTabletRow(tx, id);
    if (!tablet) throw new Refusal('tablet_not_found');
    if (!tablet.wasInUse) return;
    await recordAudit(tx, {
      action: 'tablet.revoke',
      entity: 'tablet',
      entityId: id,
      actor: staff,
      request,
      details: { tablet: tablet.name },
    });
  });
}
