import { buildFigures } from '../../../api/src/figures/build-figures.ts';
import { verifyFigures } from '../../../api/src/figures/verify-figures.ts';
import { openPool } from '../../../api/src/lib/database.ts';
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
    for (const id of merchantIds) await buildFigures({ tenancy }, id);
  });
}

/** Seconds it took. Throws at the first figure that is not what the rows say, and where there are none. */
export function verify(tenancy: Tenancy, merchantIds: readonly string[]): Promise<number> {
  return timed(async () => {
    const { unbuilt } = await verifyFigures({ tenancy }, merchantIds, (difference) => {
      throw new Error(`A figure is not what its rows say: ${JSON.stringify(difference)}`);
    });
    if (unbuilt > 0) throw new Error(`${unbuilt} merchants have no figures to verify.`);
  });
}
