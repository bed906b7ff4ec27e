import { type EmployeeOffers, employeeOffers } from 'domain/employee-rules';
import type { Role } from 'domain/roles';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
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
}

/** All employees of the merchant, newest first, with the actions the caller may take on each. */
export async function listEmployees(
  { tenancy, mail }: Pick<App, 'tenancy' | 'mail'>,
  staff: StaffSession,
): Promise<EmployeeList> {
  const rows = await tenancy.withTenant(staff.merchantId, readEmployees);
  return {
    employees: rows.map((row) => present(row, rows, staff)),
    invitationsBy: mail ? 'email' : 'link',
  };
}

type EmployeeRow = Awaited<ReturnType<typeof readEmployees>>[number];

/** No password hash leaves the database for this. */
function readEmployees({ merchantId, prisma }: TenantTransaction) {
  return prisma(async ({ employee }) => {
    const rows = await employee.findMany({
      where: { merchantId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      omit: { merchantId: true, passwordHash: true },
    });
    const invited = await employee.findMany({
      where: { merchantId, passwordHash: null },
      select: { id: true },
    });
    const invitedIds = new Set(invited.map(({ id }) => id));
    return rows.map((row) => ({ ...row, role: row.role as Role, hasPassword: !invitedIds.has(row.id) }));
  });
}

function present(
  { hasPassword, ...row }: EmployeeRow,
  rows: readonly EmployeeRow[],
  staff: StaffSession,
): ListedEmployee {
  const actor = { id: staff.employeeId, role: staff.client.employee.role };
  const isOwnerElsewhere = hasOtherOwner(rows, row.id);
  return {
    ...row,
    isInvited: !hasPassword,
    isSelf: row.id === staff.employeeId,
    isLastOwner: row.role === 'owner' && row.isActive && !isOwnerElsewhere,
    ...employeeOffers(actor, { ...row, hasPassword }, isOwnerElsewhere),
  };
}
