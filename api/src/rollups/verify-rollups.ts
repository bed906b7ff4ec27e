import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { applyChanges } from './apply-changes.ts';
import {
  allowLongStatements,
  applyAllChanges,
  listRollupDifferences,
  ROLLUP_TABLES,
  type RollupTable,
} from './recomputed-rollups.sql.ts';
import { areRollupsBuilt, hasChanges } from './rollups.sql.ts';
import { withLockedRollups } from './with-locked-rollups.ts';

/** Snapshots tried until one sees no change that is recorded and not applied. */
const ATTEMPTS = 20;

/** A stored row that recomputing does not confirm, or a recomputed row that is not stored. */
export interface RollupDifference {
  merchantId: string;
  table: RollupTable;
  side: 'stored' | 'recomputed';
  row: Record<string, unknown>;
}

export interface RollupsVerification {
  merchants: number;
  /** The next read builds them. */
  unbuilt: number;
  differences: number;
}

/**
 * Compares each merchant's rollups with the rows they count, as of one moment, while purchases go on. Like
 * every read, it applies recorded changes.
 */
export async function verifyRollups(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantIds: AsyncIterable<string> | Iterable<string>,
  onDifference: (difference: RollupDifference) => void,
  signal?: AbortSignal,
): Promise<RollupsVerification> {
  const total: RollupsVerification = { merchants: 0, unbuilt: 0, differences: 0 };
  for await (const merchantId of merchantIds) {
    signal?.throwIfAborted();
    const differences = await compareMerchant(tenancy, merchantId);
    total.merchants += 1;
    if (!differences) total.unbuilt += 1;
    for (const difference of differences ?? []) {
      total.differences += 1;
      onDifference(difference);
    }
  }
  return total;
}

/**
 * Compares without the lock in a snapshot that sees no recorded change. If every snapshot sees one, compares
 * under the lock. undefined: the merchant has no rollups yet.
 */
async function compareMerchant(
  tenancy: Pick<Tenancy, 'withTenant'>,
  merchantId: string,
): Promise<RollupDifference[] | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await applyChanges(tenancy, merchantId);
    const compared = await tenancy.withTenant(
      merchantId,
      async (tx) => {
        await allowLongStatements(tx);
        return (await hasChanges(tx)) ? { isTooSoon: true } : { found: await compareTables(tx) };
      },
      { snapshot: true },
    );
    if (!compared.isTooSoon) return compared.found;
  }
  return await withLockedRollups(tenancy, merchantId, async (tx) => {
    await applyAllChanges(tx);
    return await compareTables(tx);
  });
}

async function compareTables(tx: TenantTransaction): Promise<RollupDifference[] | undefined> {
  if (!(await areRollupsBuilt(tx))) return undefined;
  const found: RollupDifference[] = [];
  for (const table of ROLLUP_TABLES)
    for (const row of await listRollupDifferences(tx, table))
      found.push({ merchantId: tx.merchantId, table, ...row });
  return found;
}
