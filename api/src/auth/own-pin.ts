import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { deletePin, findPin, upsertPin } from './employee-pins.sql.ts';

type Request = { ip: string; userAgent?: string | undefined };

/** The signed-in employee's own PIN for the counter. */
export interface OwnPin {
  /** Null: there is none. */
  chosenAt: string | null;
}

export async function showPin(
  { tenancy }: Pick<App, 'tenancy'>,
  { merchantId, employeeId }: StaffSession,
): Promise<OwnPin> {
  const pin = await tenancy.withTenant(merchantId, (tx) => findPin(tx, employeeId));
  return { chosenAt: pin?.chosenAt.toISOString() ?? null };
}

/** Sets the PIN, or another one in its place; a locked one is unlocked by it. */
export async function setPin(
  app: Pick<App, 'passwords' | 'tenancy'>,
  staff: StaffSession,
  request: Request,
  { pin }: { pin: string },
): Promise<OwnPin> {
  const pinHash = await app.passwords.hash(pin, request);
  return await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    await upsertPin(tx, staff.employeeId, pinHash);
    await recordAudit(tx, {
      action: 'auth.set_pin',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    });
    return { chosenAt: tx.now.toISOString() };
  });
}

export async function removePin(
  { tenancy }: Pick<App, 'tenancy'>,
  staff: StaffSession,
  request: Request,
): Promise<void> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    if (!(await deletePin(tx, staff.employeeId))) return;
    await recordAudit(tx, {
      action: 'auth.remove_pin',
      entity: 'employee',
      entityId: staff.employeeId,
      actor: staff,
      request,
    });
  });
}
