import type { Logger } from 'pino';
import type { Tenancy } from '../tenant.ts';
import { buildMissingFigures } from './build-figures.ts';
import { listMerchantsWithOpenFigures } from './figures.sql.ts';
import { foldChanges } from './fold-changes.ts';

const MERCHANTS_PER_READ = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Folds what is noted of every merchant and builds figures that were never built. Each merchant by itself: one whose
 * figures fail is logged and read with an error, and nobody else's are later for it. `signal` ends it between two.
 */
export async function foldOpenFigures(
  app: { tenancy: Tenancy; log: Pick<Logger, 'error'> },
  signal?: AbortSignal,
): Promise<{ merchants: number; failed: number }> {
  const total = { merchants: 0, failed: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    const merchantIds = await listMerchantsWithOpenFigures(app.tenancy, { after, limit: MERCHANTS_PER_READ });
    for (const merchantId of merchantIds) {
      signal?.throwIfAborted();
      try {
        if (!(await foldChanges(app.tenancy, merchantId))) await buildMissingFigures(app, merchantId);
        total.merchants += 1;
      } catch (error) {
        total.failed += 1;
        app.log.error({ err: error, merchantId }, "a merchant's figures could not be folded");
      }
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < MERCHANTS_PER_READ) return total;
    after = last;
  }
}
