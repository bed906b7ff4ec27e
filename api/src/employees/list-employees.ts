import { type EmployeeOffers, employeeOffers } from 'domain/employee-rules';
import type { Role } from 'domain/roles';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { type EmployeeRow, listEmployeeRows } from './employees.sql.ts';
import { hasOtherOwner, targetOf } from './lock-target.ts';

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
  const rows = await tenancy.withTenant(staff.merchantId, listEmployeeRows);
  return {
    employees: rows.map((row) => present(row, rows, staff)),
    invitationsBy: mail ? 'email' : 'link',
  };
}

function present(row: EmployeeRow, rows: readonly EmployeeRow[], staff: StaffSession): ListedEmployee {
  const actor = { id: staff.employeeId, role: staff.client.employee.role };
  const isOwnerElsewhere = hasOtherOwner(rows, row.id);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    role: row.role,
    isActive: row.is_active,
    isInvited: !row.has_password,
    isSelf: row.id === staff.employeeId,
    isLastOwner: row.role === 'owner' && row.is_active && !isOwnerElsewhere,
    createdAt: row.created_at,
    ...employeeOffers(actor, targetOf(row), isOwnerElsewhere),
  };
}
