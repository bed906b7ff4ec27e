import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { areFiguresBuilt, hasChanges } from './figures.sql.ts';
import { foldChanges } from './fold-changes.ts';
import { holdFigures } from './hold-figures.ts';
import {
  FIGURE_TABLES,
  type FigureTable,
  foldAllChanges,
  listFigureDifferences,
  takeTime,
} from './raw-figures.sql.ts';

/** How often a snapshot is taken in the hope that it holds no change that is only noted. */
const ATTEMPTS = 20;

/** A row of the figures that the raw rows contradict (`kept`), or one that they ask for and that is missing (`raw`). */
export interface FigureDifference {
  merchantId: string;
  table: FigureTable;
  side: 'kept' | 'raw';
  row: Record<string, unknown>;
}

export interface FiguresVerification {
  merchants: number;
  /** Not yet built: the next read does it. */
  unbuilt: number;
  differences: number;
}

/**
 * Compares each merchant's figures with the rows they count, as of one moment, while sales go on. Changes nothing but
 * what every read does: changes that were noted are folded.
 */
export async function verifyFigures(
  { tenancy }: { tenancy: Pick<Tenancy, 'withTenant'> },
  merchantIds: AsyncIterable<string> | Iterable<string>,
  onDifference: (difference: FigureDifference) => void,
  signal?: AbortSignal,
): Promise<FiguresVerification> {
  const total: FiguresVerification = { merchants: 0, unbuilt: 0, differences: 0 };
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
 * A snapshot in which nothing is noted is compared without holding anybody up, however long that takes. Of a merchant
 * where something always is, the figures are held meanwhile. undefined where there are none to compare.
 */
async function compareMerchant(
  tenancy: Pick<Tenancy, 'withTenant'>,
  merchantId: string,
): Promise<FigureDifference[] | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    await foldChanges(tenancy, merchantId);
    const compared = await tenancy.withTenant(
      merchantId,
      async (tx) => {
        await takeTime(tx);
        return (await hasChanges(tx)) ? { isTooSoon: true } : { found: await compareTables(tx) };
      },
      { snapshot: true },
    );
    if (!compared.isTooSoon) return compared.found;
  }
  return await holdFigures(tenancy, merchantId, async (tx) => {
    await foldAllChanges(tx);
    return await compareTables(tx);
  });
}

async function compareTables(tx: TenantTransaction): Promise<FigureDifference[] | undefined> {
  if (!(await areFiguresBuilt(tx))) return undefined;
  const found: FigureDifference[] = [];
  for (const table of FIGURE_TABLES)
    for (const row of await listFigureDifferences(tx, table))
      found.push({ merchantId: tx.merchantId, table, ...row });
  return found;
}
