import type { Role } from 'domain/roles';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';
import { findPendingEmail } from './email-links.sql.ts';

export interface Profile {
  name: string;
  email: string;
  phone: string | null;
  role: Role;
  /** Replaces `email` once its link is used; null: no change is pending. */
  pendingEmail: string | null;
}

export async function showProfile({ tenancy }: Pick<App, 'tenancy'>, staff: StaffSession): Promise<Profile> {
  const { name, email, phone, role } = staff.client.employee;
  const pending = await tenancy.withTenant(staff.merchantId, (tx) => findPendingEmail(tx, staff.employeeId));
  return { name, email, phone, role, pendingEmail: pending ?? null };
}
