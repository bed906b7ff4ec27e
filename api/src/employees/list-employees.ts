import { type EmployeeOffers, employeeOffers, employeeRefusal } from 'domain/employee-rules';
import { type Role, roleMay } from 'domain/roles';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { listInvited } from './employees.sql.ts';
import { type FactorDemandRow, listFactorDemands } from './factor-demands.sql.ts';
import { hasOtherOwner } from './lock-target.ts';

export interface ListedEmployee extends EmployeeOffers {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  isActive: boolean;
  /** Was invited and has not set a password yet. */
  isInvited: boolean;
  /** Logins ask for a second step. */
  hasFactor: boolean;
  /** The caller may turn it off. */
  canResetFactor: boolean;
  /** Is the caller. */
  isSelf: boolean;
  /** No other owner can sign in: must stay owner and active. */
  isLastOwner: boolean;
  createdAt: Date;
}

export interface EmployeeList {
  employees: ListedEmployee[];
  /** The delivery of the next invitation: by e-mail, or as a link that is shown once. */
  invitationsBy: 'email' | 'link';
  /** Roles that must have a second step. */
  factorDemands: FactorDemandRow[];
  canDemandFactor: boolean;
}

/** All employees of the merchant, newest first, with the actions the caller may take on each. */
export async function listEmployees(
  { tenancy, mail }: Pick<App, 'tenancy' | 'mail'>,
  staff: StaffSession,
): Promise<EmployeeList> {
  const { rows, factorDemands } = await tenancy.withTenant(staff.merchantId, async (tx) => ({
    rows: await readEmployees(tx),
    factorDemands: await listFactorDemands(tx),
  }));
  return {
    factorDemands,
    canDemandFactor: roleMay(staff.client.employee.role, 'roles.write'),
    employees: rows.map((row) => present(row, rows, staff, !mail)),
    invitationsBy: mail ? 'email' : 'link',
  };
}

type EmployeeRow = Awaited<ReturnType<typeof readEmployees>>[number];

/** No password hash leaves the database for this. */
async function readEmployees(tx: TenantTransaction) {
  const { merchantId } = tx;
  const invited = await listInvited(tx);
  return await tx.prisma(async ({ authenticator, employee, passkey }) => {
    const rows = await employee.findMany({
      where: { merchantId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      omit: { merchantId: true, passwordHash: true, deviceGeneration: true },
    });
    const apps = await authenticator.findMany({
      where: { merchantId, confirmedAt: { not: null } },
      select: { employeeId: true },
    });
    const passkeys = await passkey.findMany({
      where: { merchantId },
      distinct: 'employeeId',
      select: { employeeId: true },
    });
    const withFactor = new Set([...apps, ...passkeys].map(({ employeeId }) => employeeId));
    return rows.map((row) => ({
      ...row,
      role: row.role as Role,
      hasPassword: !invited.has(row.id),
      addedBy: invited.get(row.id) ?? null,
      hasFactor: withFactor.has(row.id),
    }));
  });
}

function present(
  { hasPassword, addedBy, ...row }: EmployeeRow,
  rows: readonly EmployeeRow[],
  staff: StaffSession,
  isShown: boolean,
): ListedEmployee {
  const actor = { id: staff.employeeId, role: staff.client.employee.role };
  const isOwnerElsewhere = hasOtherOwner(rows, row.id);
  const target = { ...row, hasPassword, addedBy };
  const factorRefusal = employeeRefusal({ kind: 'reset_factor' }, actor, target, isOwnerElsewhere);
  return {
    ...row,
    isInvited: !hasPassword,
    isSelf: row.id === staff.employeeId,
    isLastOwner: row.role === 'owner' && row.isActive && !isOwnerElsewhere,
    canResetFactor: row.hasFactor && factorRefusal === undefined,
    ...employeeOffers(actor, target, { hasOtherOwner: isOwnerElsewhere, isShown }),
  };
}
