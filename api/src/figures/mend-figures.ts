import type { Logger } from 'pino';
import { everyMerchant, type Tenancy } from '../tenant.ts';
import { buildFigures } from './build-figures.ts';
import { type FigureDifference, verifyFigures } from './verify-figures.ts';

/** So many are named in the log for a merchant; `npm run ops -- figures:verify` names each. */
const MAX_LOGGED = 20;

/**
 * Compares every merchant's figures with the rows they count. Each difference is an error in the log, and the figures it
 * was found in are built anew at once: nobody decides by a figure that is known to be false. Each merchant by itself:
 * one that fails is logged and keeps nobody waiting. `signal` ends it between two.
 */
export async function mendFigures(
  app: { tenancy: Tenancy; log: Pick<Logger, 'error'> },
  signal?: AbortSignal,
): Promise<{ merchants: number; mended: number; failed: number }> {
  const total = { merchants: 0, mended: 0, failed: 0 };
  for await (const merchantId of everyMerchant(app)) {
    signal?.throwIfAborted();
    let found = 0;
    const report = (difference: FigureDifference) => {
      found += 1;
      if (found <= MAX_LOGGED) app.log.error(difference, 'a figure is not that of its rows');
    };
    try {
      await verifyFigures(app, [merchantId], report);
      if (found > 0) {
        await buildFigures(app, merchantId);
        total.mended += 1;
      }
      total.merchants += 1;
    } catch (error) {
      total.failed += 1;
      app.log.error({ err: error, merchantId }, "a merchant's figures could not be verified");
    }
  }
  return total;
}
