import type { ClientSession } from 'domain/session';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { getEarningMinPurchase } from './auth.sql.ts';
import { listShownPasswordLinks } from './password-links.sql.ts';

/**
 * The session as a login or the start of a page gets it. What only the screens need is read here, and not
 * with the session of every request.
 */
export async function presentSession(
  tx: TenantTransaction,
  { client, employeeId }: StaffSession,
): Promise<ClientSession> {
  const earningMinPurchaseCents = await getEarningMinPurchase(tx);
  return {
    ...client,
    merchant: { ...client.merchant, earningMinPurchaseCents },
    shownPasswordLinks: await listShownPasswordLinks(tx, employeeId),
  };
}
