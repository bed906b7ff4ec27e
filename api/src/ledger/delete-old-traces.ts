import { CONFIRMATION_TRACE_TTL_DAYS } from 'domain/lifetimes';
import type { Tenancy } from '../tenant.ts';
import { deleteConfirmationTraces, listOldConfirmationTraces } from './confirmation-traces.sql.ts';

const AT_ONCE = 1_000;

/**
 * Deletes the traces that are older than they are kept, a few at a time. Harmless to repeat and to run in
 * several processes.
 */
export async function deleteOldTraces(
  { tenancy }: { tenancy: Pick<Tenancy, 'lookup' | 'withTenant'> },
  signal?: AbortSignal,
): Promise<{ deleted: number }> {
  let deleted = 0;
  for (;;) {
    const old = await listOldConfirmationTraces(tenancy, {
      days: CONFIRMATION_TRACE_TTL_DAYS,
      limit: AT_ONCE,
    });
    for (const merchantId of new Set(old.map((trace) => trace.merchant_id))) {
      signal?.throwIfAborted();
      const sourceIds = old
        .filter((trace) => trace.merchant_id === merchantId)
        .map((trace) => trace.source_id);
      await tenancy.withTenant(merchantId, (tx) => deleteConfirmationTraces(tx, sourceIds));
    }
    deleted += old.length;
    if (old.length < AT_ONCE) return { deleted };
  }
}
