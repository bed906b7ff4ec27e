import { recordAudit } from '../audit/record-audit.ts';
import { checkPin } from '../auth/check-pin.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { ConfirmingBrowser } from '../ledger/confirmation-traces.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import { findTabletByHash, noteTabletUse } from './tablets.sql.ts';

interface UnlockRequest {
  ip: string;
  userAgent?: string | undefined;
  browser: () => ConfirmingBrowser;
  tabletToken: string | undefined;
}

/**
 * Starts a session of the employee on the calling tablet, by the PIN. No second step is asked for and no mail
 * tells of it: the device is registered and the role an operator's at most. Throws as `checkPin`, and Refusal
 * 'no_tablet'.
 */
export async function unlockTablet(
  app: Pick<App, 'limiter' | 'log' | 'passwords' | 'sessions' | 'tenancy'>,
  request: UnlockRequest,
  { employeeId, pin }: { employeeId: string; pin: string },
): Promise<{ token: string; staff: StaffSession }> {
  const tablet = request.tabletToken && (await findTabletByHash(app.tenancy, sha256(request.tabletToken)));
  if (!tablet) throw new Refusal('no_tablet');
  const { merchantId } = tablet;
  await checkPin(app, { merchantId, employeeId, pin }, request);
  const token = await app.sessions.create({ merchantId, employeeId }, request, tablet);
  const staff = await app.sessions.find(token);
  // Revoked, or the employee deactivated, since it was looked up.
  if (!staff) throw new Refusal('no_tablet');
  await app.tenancy.withTenant(merchantId, async (tx) => {
    await noteTabletUse(tx, tablet.id);
    await recordAudit(tx, {
      action: 'tablet.unlock',
      entity: 'employee',
      entityId: employeeId,
      actor: staff,
      request,
    });
  });
  return { token, staff };
}

/** A person touched the tablet's screen: it stays unlocked. Nothing happens after a login. */
export async function reportTabletUse(
  { sessions, tenancy }: Pick<App, 'sessions' | 'tenancy'>,
  staff: StaffSession,
): Promise<void> {
  const { tablet } = staff;
  if (!tablet) return;
  await sessions.renew(staff);
  await tenancy.withTenant(staff.merchantId, (tx) => noteTabletUse(tx, tablet.id));
}
