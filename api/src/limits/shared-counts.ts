import type { SharedCounts } from '../lib/rate-limit.ts';
import type { Tenancy } from '../tenant.ts';
import { countCall, deletePastCounts as deleteRows, takeBackCall } from './call-counts.sql.ts';

/** Counts in PostgreSQL, which every process reaches; strict limits use them while Redis is away. */
export function createSharedCounts(tenancy: Pick<Tenancy, 'withoutTenant'>): SharedCounts {
  return {
    async hitAll(counts) {
      const { excess, remaining_ms } = await countCall(tenancy, counts);
      return excess === null ? undefined : { excess, remainingMs: remaining_ms };
    },
    takeBack: (keys) => takeBackCall(tenancy, keys),
  };
}

/** Windows that are over, of subjects that never called again. */
export async function deletePastCounts({
  tenancy,
}: {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
}): Promise<void> {
  await deleteRows(tenancy);
}
