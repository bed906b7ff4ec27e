import type { ClientSession } from 'domain/session';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { listShownPasswordLinks } from './password-links.sql.ts';

/** The session as a login or the start of a page gets it: with what its employee is told. */
export async function presentSession(
  tx: TenantTransaction,
  { client, employeeId }: StaffSession,
): Promise<ClientSession> {
  return { ...client, shownPasswordLinks: await listShownPasswordLinks(tx, employeeId) };
}
