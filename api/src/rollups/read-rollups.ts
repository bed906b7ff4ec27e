import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { buildMissingRollups } from './rebuild-rollups.ts';
import { openRollups } from './rollups.sql.ts';

/** Takes a few milliseconds. */
const CHANGES_PER_TRANSACTION = 2_000;

/**
 * Reads the merchant's rollups as of one moment: all changes committed before the call are applied, and none
 * are between two statements of `read`. Builds missing rollups first.
 */
export async function readRollups<Result>(
  app: { tenancy: Tenancy },
  merchantId: string,
  read: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const answer = await app.tenancy.withTenant(merchantId, async (tx) => {
      const { is_applied: isApplied, is_built: isBuilt } = await openRollups(tx, CHANGES_PER_TRANSACTION);
      return isApplied && isBuilt ? { result: await read(tx) } : { isBuilt };
    });
    if ('result' in answer) return answer.result;
    if (!answer.isBuilt) await buildMissingRollups(app, merchantId);
  }
}
