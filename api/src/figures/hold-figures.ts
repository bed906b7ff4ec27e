import type { Tenancy, TenantTransaction } from '../tenant.ts';
import { lockFigures, takeTime } from './raw-figures.sql.ts';

/**
 * Runs `work` in one snapshot while nobody else folds or builds this merchant's figures. The lock is held by a transaction
 * beside it and taken first: a snapshot older than the lock would miss what was folded while it was waited for, and
 * `work` would fail as often as there are readers. Long work takes two connections.
 */
export async function holdFigures<Result>(
  tenancy: Pick<Tenancy, 'withTenant'>,
  merchantId: string,
  work: (tx: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  return await tenancy.withTenant(merchantId, async (holder) => {
    await takeTime(holder);
    await lockFigures(holder);
    return await tenancy.withTenant(
      merchantId,
      async (tx) => {
        await takeTime(tx);
        const result = await work(tx);
        // Nothing is stored unless the lock was held to the end: this fails where its connection was lost.
        await lockFigures(holder);
        return result;
      },
      { snapshot: true },
    );
  });
}
