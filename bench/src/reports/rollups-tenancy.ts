import { openPool } from '../../../api/src/lib/database.ts';
import { rebuildRollups } from '../../../api/src/rollups/rebuild-rollups.ts';
import { verifyRollups } from '../../../api/src/rollups/verify-rollups.ts';
import { createTenancy, type Tenancy } from '../../../api/src/tenant.ts';

/** The product's own door to a database, as the API's role. */
export async function withTenancy<Result>(
  appUrl: string,
  work: (tenancy: Tenancy) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(appUrl, { connections: 2 }, () => undefined);
  try {
    return await work(createTenancy(pool));
  } finally {
    await pool.end();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

/** Seconds it took. */
export function build(tenancy: Tenancy, merchantIds: readonly string[]): Promise<number> {
  return timed(async () => {
    for (const id of merchantIds) await rebuildRollups({ tenancy }, id);
  });
}

/**
 * Verifies the rollups and returns the seconds it took. Throws at the first rollup that differs from the
 * rows, and where there are none.
 */
export function verify(tenancy: Tenancy, merchantIds: readonly string[]): Promise<number> {
  return timed(async () => {
    const { unbuilt } = await verifyRollups({ tenancy }, merchantIds, (difference) => {
      throw new Error(`A rollup is not what its rows say: ${JSON.stringify(difference)}`);
    });
    if (unbuilt > 0) throw new Error(`${unbuilt} merchants have no rollups to verify.`);
  });
}
