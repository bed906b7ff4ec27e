import { type Role, roleMay } from 'domain/roles';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { StaffSession } from '../staff-session.ts';
import { lockEmployees } from './employees.sql.ts';
import { listFactorDemands, replaceFactorDemands } from './factor-demands.sql.ts';

/** Null: of none. */
const rolesIn = (roles: readonly Role[]) => (roles.length > 0 ? [...new Set(roles)].sort() : null);

/**
 * Demands a second step of the employees of these roles, and of no others. They have `graceDays` for it, from
 * the day on which it was first demanded of their role, or on which they were added later. Does nothing if
 * that is demanded already. Throws Refusal 'unauthenticated' or 'forbidden' for a caller who was deactivated
 * or demoted a moment ago.
 */
export async function demandFactor(
  { tenancy }: Pick<App, 'tenancy'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { roles, graceDays }: { roles: Role[]; graceDays: number },
): Promise<void> {
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    // All owners are locked, so two who choose at once do so one after the other.
    const caller = (await lockEmployees(tx, [staff.employeeId])).find(({ id }) => id === staff.employeeId);
    if (!caller?.isActive) throw new Refusal('unauthenticated');
    if (!roleMay(caller.role, 'roles.write')) throw new Refusal('forbidden');
    const before = await listFactorDemands(tx);
    const isSame =
      before.length === new Set(roles).size &&
      before.every((demand) => roles.includes(demand.role) && demand.graceDays === graceDays);
    if (isSame) return;
    await replaceFactorDemands(tx, [...new Set(roles)], graceDays);
    await recordAudit(tx, {
      action: 'employee.demand_factor',
      entity: 'merchant',
      entityId: staff.merchantId,
      actor: staff,
      request,
      details: {
        roles_before: rolesIn(before.map(({ role }) => role)),
        roles_after: rolesIn(roles),
        grace_days: graceDays,
      },
    });
  });
}
