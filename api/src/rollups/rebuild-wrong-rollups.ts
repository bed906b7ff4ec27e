import type { Logger } from 'pino';
import { everyMerchant, type Tenancy } from '../tenant.ts';
import { rebuildRollups } from './rebuild-rollups.ts';
import { type RollupDifference, verifyRollups } from './verify-rollups.ts';

/** Per merchant; `npm run ops -- rollups:verify` prints all. */
const MAX_LOGGED = 20;

/**
 * Compares every merchant's rollups with the rows they count. Differences are logged as errors, and the
 * merchant's rollups are rebuilt at once: nothing is decided by a wrong number. A merchant that fails is
 * logged and delays no other. `signal` ends it between two merchants.
 */
export async function rebuildWrongRollups(
  app: { tenancy: Tenancy; log: Pick<Logger, 'error'> },
  signal?: AbortSignal,
): Promise<{ merchants: number; rebuilt: number; failed: number }> {
  const total = { merchants: 0, rebuilt: 0, failed: 0 };
  for await (const merchantId of everyMerchant(app)) {
    signal?.throwIfAborted();
    let found = 0;
    const report = (difference: RollupDifference) => {
      found += 1;
      if (found <= MAX_LOGGED) app.log.error(difference, 'a rollup differs from the rows it counts');
    };
    try {
      await verifyRollups(app, [merchantId], report);
      if (found > 0) {
        await rebuildRollups(app, merchantId);
        total.rebuilt += 1;
      }
      total.merchants += 1;
    } catch (error) {
      total.failed += 1;
      app.log.error({ err: error, merchantId }, "a merchant's rollups could not be verified");
    }
  }
  return total;
}
