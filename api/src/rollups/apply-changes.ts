import type { Tenancy } from '../tenant.ts';
import { openRollups, tryLockRollups } from './rollups.sql.ts';

const CHANGES_PER_TRANSACTION = 2_000;

/**
 * Applies a merchant's recorded changes, unless its rollups are locked. Takes no lock that a purchase waits
 * for.
 * @returns false when the merchant's rollups were never built; true also when they are locked
 */
export async function applyChanges(
  tenancy: Pick<Tenancy, 'withTenant'>,
  merchantId: string,
): Promise<boolean> {
  for (;;) {
    const opened = await tenancy.withTenant(merchantId, async (tx) =>
      (await tryLockRollups(tx)) ? await openRollups(tx, CHANGES_PER_TRANSACTION) : undefined,
    );
    if (!opened?.is_built) return opened === undefined;
    if (opened.is_applied) return true;
  }
}
