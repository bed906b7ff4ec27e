import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { deleteChanges, markBuilt, ROLLUP_TABLES, rebuildTable } from './recomputed-rollups.sql.ts';
import { areRollupsBuilt } from './rollups.sql.ts';
import { withLockedRollups } from './with-locked-rollups.ts';

type Dependencies = { tenancy: Pick<Tenancy, 'withTenant'> };

const ATTEMPTS = 10;
const SERIALIZATION_FAILURE = '40001';

/**
 * Recomputes all of a merchant's rollups in one snapshot, while purchases go on: changes committed meanwhile
 * stay recorded and are applied later. Idempotent.
 */
export async function rebuildRollups(app: Dependencies, merchantId: string): Promise<void> {
  await rebuild(app, merchantId, async () => true);
}

/** The same, unless the rollups exist once the lock is held. */
export async function buildMissingRollups(app: Dependencies, merchantId: string): Promise<void> {
  await rebuild(app, merchantId, async (tx) => !(await areRollupsBuilt(tx)));
}

async function rebuild(
  { tenancy }: Dependencies,
  merchantId: string,
  isNeeded: (tx: TenantTransaction) => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await withLockedRollups(tenancy, merchantId, async (tx) => {
        if (!(await isNeeded(tx))) return;
        await deleteChanges(tx);
        for (const table of ROLLUP_TABLES) await rebuildTable(tx, table);
        await markBuilt(tx, tx.now);
      });
      return;
    } catch (error) {
      // The time zone changed, or an import marked the rollups as missing, after the snapshot was taken.
      if ((error as { code?: string }).code !== SERIALIZATION_FAILURE || attempt === ATTEMPTS) throw error;
    }
  }
}
