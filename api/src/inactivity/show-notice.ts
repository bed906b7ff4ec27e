import type { Environment } from '../env.ts';
import type { TenantTransaction } from '../tenant.ts';
import { findNotice } from './inactivity-notices.sql.ts';
import { keepPath } from './keep-link.ts';

/** What a proved customer is told before they are erased for want of movement. */
export interface InactivityNotice {
  /** ISO 8601. */
  erasesAt: string;
  timeZone: string;
  /** Opening it keeps the customer. */
  keepPath: string;
}

/** When the customer is to be erased for want of movement; undefined where no notice stands. */
export async function inactivityErasesAt(
  tx: TenantTransaction,
  customerId: string,
): Promise<Date | undefined> {
  return (await findNotice(tx, customerId))?.erases_at;
}

/** Null where no notice stands. */
export async function showNotice(
  tx: TenantTransaction,
  { tokenSecrets }: Pick<Environment, 'tokenSecrets'>,
  customerId: string,
): Promise<InactivityNotice | null> {
  const row = await findNotice(tx, customerId);
  if (!row) return null;
  return {
    erasesAt: row.erases_at.toISOString(),
    timeZone: row.time_zone,
    keepPath: keepPath(tokenSecrets, { merchantId: tx.merchantId, customerId, slug: row.signup_link_slug }),
  };
}
