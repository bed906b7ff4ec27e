import type { Provider, SyncAction } from 'domain/integrations';
import type { Tenancy } from '../tenant.ts';
import { listSyncLog } from './integrations.sql.ts';

const PAGE_LENGTH = 50;

/** One thing that was sent to a provider, or could not be. */
export interface SyncLogEntry {
  id: number;
  provider: Provider;
  action: SyncAction;
  status: 'success' | 'error';
  /** Why it could not be; null on success. */
  errorMessage: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** Null where nobody has them: the entry is about no customer, or the record became part of another. */
  customerName: string | null;
  customerPhone: string | null;
}

/** The latest entries, newest first. */
export async function showSyncLog(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ entries: SyncLogEntry[] }> {
  const rows = await tenancy.withTenant(merchantId, (tx) => listSyncLog(tx, PAGE_LENGTH));
  const entries = rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    action: row.action,
    status: row.status,
    errorMessage: row.error_message,
    createdAt: row.created_at.toISOString(),
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
  }));
  return { entries };
}
