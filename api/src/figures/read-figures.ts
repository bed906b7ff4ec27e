import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { buildMissingFigures } from './build-figures.ts';
import { openFigures } from './figures.sql.ts';

/** Folded in one transaction: some milliseconds. */
const CHANGES_PER_FOLD = 2_000;

/**
 * Reads the merchant's figures as they are at one moment not before this call: whatever was committed by then is in them,
 * and nothing is folded between two statements of `read`. Builds them first where there are none yet.
 */
export async function readFigures<Result>(
  app: { tenancy: Tenancy },
  merchantId: string,
  read: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const answer = await app.tenancy.withTenant(merchantId, async (tx) => {
      const { is_folded: isFolded, is_built: isBuilt } = await openFigures(tx, CHANGES_PER_FOLD);
      return isFolded && isBuilt ? { result: await read(tx) } : { isBuilt };
    });
    if ('result' in answer) return answer.result;
    if (!answer.isBuilt) await buildMissingFigures(app, merchantId);
  }
}
