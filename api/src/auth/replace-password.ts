import type { TenantTransaction } from '../tenant.ts';
import { updatePassword } from './account.sql.ts';
import { deletePendingEmail } from './email-links.sql.ts';
import { endSessions } from './end-sessions.ts';
import { deleteHalfOpenLogins } from './half-open-logins.sql.ts';
import { expirePasswordLinks } from './password-links.sql.ts';

/**
 * Replaces the password of an employee that the caller has locked; null leaves none, so that no login and no
 * link to a new one is possible. Ends all that the old one opened: sessions, half-open logins, known devices,
 * and links to a password or an e-mail. Returns the generation of known devices from now on.
 */
export async function replacePassword(
  tx: TenantTransaction,
  employeeId: string,
  passwordHash: string | null,
): Promise<number> {
  const deviceGeneration = await updatePassword(tx, employeeId, passwordHash);
  await endSessions(tx, employeeId);
  await deleteHalfOpenLogins(tx, employeeId);
  await expirePasswordLinks(tx, employeeId, ['invitation', 'reset'], tx.now);
  await deletePendingEmail(tx, employeeId);
  return deviceGeneration;
}
