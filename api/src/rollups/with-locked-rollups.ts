import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { allowLongStatements, lockRollups } from './recomputed-rollups.sql.ts';

/**
 * Runs `work` in one snapshot while the merchant's rollups are locked. A second transaction takes the lock
 * first: a snapshot older than the lock would miss changes applied while it waited, and constant readers
 * would make `work` fail every time. Takes two connections.
 */
export async function withLockedRollups<Result>(
  tenancy: Pick<Tenancy, 'withTenant'>,
  merchantId: string,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  return await tenancy.withTenant(merchantId, async (holder) => {
    await allowLongStatements(holder);
    await lockRollups(holder);
    return await tenancy.withTenant(
      merchantId,
      async (tx) => {
        await allowLongStatements(tx);
        const result = await work(tx);
        // Fails, so that nothing is stored, if the connection that held the lock was lost.
        await lockRollups(holder);
        return result;
      },
      { snapshot: true },
    );
  });
}
