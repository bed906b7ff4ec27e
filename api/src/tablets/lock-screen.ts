import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';
import { findLockScreen, findTabletByHash } from './tablets.sql.ts';

/** What a tablet shows while it is locked: names only. */
export interface LockScreen {
  tablet: string;
  merchant: string;
  logoUrl: string | null;
  /** Those who can unlock it. */
  employees: { id: string; name: string }[];
}

/** The calling browser's lock screen; null: it is no tablet, or not any more. */
export async function showLockScreen(
  { tenancy }: Pick<App, 'tenancy'>,
  { tabletToken }: { tabletToken: string | undefined },
): Promise<LockScreen | null> {
  const tablet = tabletToken && (await findTabletByHash(tenancy, sha256(tabletToken)));
  if (!tablet) return null;
  const screen = await tenancy.withTenant(tablet.merchantId, (tx) => findLockScreen(tx, tablet.id));
  return screen ?? null;
}
