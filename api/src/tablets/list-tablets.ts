import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';
import type { StaffSession } from '../staff-session.ts';
import { listTabletRows } from './tablets.sql.ts';

/** Times are ISO 8601. */
export interface ListedTablet {
  id: string;
  name: string;
  registeredBy: string;
  createdAt: string;
  /** Accurate to the minute; null: no one has unlocked it yet. */
  lastSeenAt: string | null;
  /** It is the calling browser. */
  isThis: boolean;
}

/** The merchant's tablets in use. */
export async function listTablets(
  { tenancy }: Pick<App, 'tenancy'>,
  staff: StaffSession,
  { tabletToken }: { tabletToken: string | undefined },
): Promise<{ tablets: ListedTablet[] }> {
  const rows = await tenancy.withTenant(staff.merchantId, listTabletRows);
  const ownHash = tabletToken === undefined ? undefined : sha256(tabletToken);
  return {
    tablets: rows.map(({ tokenHash, createdAt, lastSeenAt, ...tablet }) => ({
      ...tablet,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      isThis: ownHash?.equals(tokenHash) ?? false,
    })),
  };
}
