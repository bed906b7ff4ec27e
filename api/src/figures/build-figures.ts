import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { areFiguresBuilt } from './figures.sql.ts';
import { holdFigures } from './hold-figures.ts';
import { buildTable, deleteChanges, FIGURE_TABLES, markBuilt } from './raw-figures.sql.ts';

type Dependencies = { tenancy: Pick<Tenancy, 'withTenant'> };

const ATTEMPTS = 10;
const SERIALIZATION_FAILURE = '40001';

/**
 * Computes all of a merchant's figures anew from the rows they count, as of one moment, while sales go on: what is sold
 * meanwhile stays noted and is folded afterwards. Safe to repeat and to run anywhere at any time.
 */
export async function buildFigures(app: Dependencies, merchantId: string): Promise<void> {
  await build(app, merchantId, async () => true);
}

/** The same, unless somebody else has built them by the time it would begin. */
export async function buildMissingFigures(app: Dependencies, merchantId: string): Promise<void> {
  await build(app, merchantId, async (tx) => !(await areFiguresBuilt(tx)));
}

async function build(
  { tenancy }: Dependencies,
  merchantId: string,
  isNeeded: (tx: TenantTransaction) => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await holdFigures(tenancy, merchantId, async (tx) => {
        if (!(await isNeeded(tx))) return;
        await deleteChanges(tx);
        for (const table of FIGURE_TABLES) await buildTable(tx, table);
        await markBuilt(tx, tx.now);
      });
      return;
    } catch (error) {
      // The merchant's days changed meanwhile, or many sales came in one statement.
      if ((error as { code?: string }).code !== SERIALIZATION_FAILURE || attempt === ATTEMPTS) throw error;
    }
  }
}
