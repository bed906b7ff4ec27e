import type { KeyedCount } from '../lib/rate-limit.ts';
import type { Tenancy } from '../tenant.ts';

/**
 * Counts of limits belong to the platform and to no tenant: the schema operations has no row-level security.
 */

/**
 * Adds the call to the counts. `excess` is null if none was full, else the index of the count that refuses
 * the call.
 */
export async function countCall(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  counts: readonly KeyedCount[],
): Promise<{ excess: number | null; remaining_ms: number }> {
  const [row] = await tenancy.withoutTenant<{ excess: number | null; remaining_ms: number }>(
    { name: 'count_call', text: 'SELECT excess, remaining_ms FROM operations.count_call($1, $2, $3, $4)' },
    [
      counts.map(({ key }) => key),
      counts.map(({ limit }) => limit),
      counts.map(({ holds }) => holds),
      counts.map(({ windowMs }) => windowMs),
    ],
  );
  if (!row) throw new Error('a call was not counted');
  return row;
}

export async function takeBackCall(
  tenancy: Pick<Tenancy, 'withoutTenant'>,
  keys: readonly string[],
): Promise<void> {
  await tenancy.withoutTenant({ name: 'take_back_call', text: 'SELECT operations.take_back_call($1)' }, [
    keys,
  ]);
}

export async function deletePastCounts(tenancy: Pick<Tenancy, 'withoutTenant'>): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'delete_past_counts',
      text: 'DELETE FROM operations.call_counts WHERE ends_at < clock_timestamp()',
    },
    [],
  );
}
