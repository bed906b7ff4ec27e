import type { Logger } from 'pino';
import type { Tenancy } from '../tenant.ts';
import { applyChanges } from './apply-changes.ts';
import { buildMissingRollups } from './rebuild-rollups.ts';
import { listMerchantsWithDueRollups } from './rollups.sql.ts';

const MERCHANTS_PER_READ = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Applies every merchant's recorded changes and builds missing rollups. A merchant that fails is logged and
 * delays no other. `signal` ends it between two merchants.
 */
export async function applyDueChanges(
  app: { tenancy: Tenancy; log: Pick<Logger, 'error'> },
  signal?: AbortSignal,
): Promise<{ merchants: number; failed: number }> {
  const total = { merchants: 0, failed: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    const merchantIds = await listMerchantsWithDueRollups(app.tenancy, { after, limit: MERCHANTS_PER_READ });
    for (const merchantId of merchantIds) {
      signal?.throwIfAborted();
      try {
        if (!(await applyChanges(app.tenancy, merchantId))) await buildMissingRollups(app, merchantId);
        total.merchants += 1;
      } catch (error) {
        total.failed += 1;
        app.log.error({ err: error, merchantId }, "a merchant's rollup changes could not be applied");
      }
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < MERCHANTS_PER_READ) return total;
    after = last;
  }
}
