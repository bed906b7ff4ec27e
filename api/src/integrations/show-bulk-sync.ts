import type { Tenancy } from '../tenant.ts';
import { type BulkSyncRow, findLatestBulkSync } from './bulk-syncs.sql.ts';

/** One run of 'Sincronizar todos os clientes'. */
export interface BulkSync {
  id: string;
  state: 'running' | 'completed';
  /** Customers; exact once the run is completed. */
  total: number;
  done: number;
  /** Customers that every integration accepted, and those that at least one did not. */
  successCount: number;
  errorCount: number;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string | null;
}

/** The merchant's latest run, finished or not. */
export async function showBulkSync(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ latest: BulkSync | null }> {
  const row = await tenancy.withTenant(merchantId, findLatestBulkSync);
  return { latest: row ? presentBulkSync(row) : null };
}

export function presentBulkSync(row: BulkSyncRow): BulkSync {
  return {
    id: row.id,
    state: row.state,
    total: row.total_count,
    done: row.success_count + row.error_count,
    successCount: row.success_count,
    errorCount: row.error_count,
    startedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
