import type { Tenancy } from '../tenant.ts';
import { openFigures, tryLockFigures } from './figures.sql.ts';

const CHANGES_PER_FOLD = 2_000;

/**
 * Folds what is noted of a merchant, unless somebody else is at it. Locks nothing that a sale waits for.
 * @returns whether the merchant's figures were ever built; true as well where somebody else is at them
 */
export async function foldChanges(
  tenancy: Pick<Tenancy, 'withTenant'>,
  merchantId: string,
): Promise<boolean> {
  for (;;) {
    const opened = await tenancy.withTenant(merchantId, async (tx) =>
      (await tryLockFigures(tx)) ? await openFigures(tx, CHANGES_PER_FOLD) : undefined,
    );
    if (!opened?.is_built) return opened === undefined;
    if (opened.is_folded) return true;
  }
}
