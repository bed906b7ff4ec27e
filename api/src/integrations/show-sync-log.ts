import type { Provider, SyncAction, SyncLogFilter, SyncStatus } from 'domain/integrations';
import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { findSyncLogEntry, listSyncLog, type SyncLogRow } from './sync-log.sql.ts';

const PAGE_LENGTH = 50;

/** One delivery to a provider that ended. */
export interface SyncLogEntry {
  id: number;
  provider: Provider;
  action: SyncAction;
  status: SyncStatus;
  /** Why it failed; null on success. */
  errorMessage: string | null;
  /** Nothing was sent, because the customer gave no consent. */
  isWithheld: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** Null for an entry without a customer, or whose record was merged into another. */
  customerName: string | null;
  customerPhone: string | null;
  /** Enables 'Tentar novamente': the entry failed, is about a customer and was not sent again. */
  canRetry: boolean;
  retriedAt: string | null;
}

/** The same with details of the call; null and empty for entries that are older than deliveries. */
export interface SyncLogEntryDetails extends SyncLogEntry {
  tries: number | null;
  /** HTTP status of the provider's last answer; null if there was none. */
  httpStatus: number | null;
  /** When the event happened. ISO 8601. */
  occurredAt: string | null;
  /** The tags that were sent for the contact. */
  tags: string[];
  /** 'a***@dominio.com' */
  email: string | null;
}

/** The latest entries that match, newest first. */
export async function showSyncLog(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  filter?: SyncLogFilter,
): Promise<{ entries: SyncLogEntry[] }> {
  const rows = await tenancy.withTenant(merchantId, (tx) => listSyncLog(tx, filter, PAGE_LENGTH));
  return { entries: rows.map(present) };
}

/** Throws Refusal 'log_not_found'. */
export async function showSyncLogEntry(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { id }: { id: number },
): Promise<SyncLogEntryDetails> {
  const row = await tenancy.withTenant(merchantId, (tx) => findSyncLogEntry(tx, id));
  if (!row) throw new Refusal('log_not_found');
  const details = row.response_data;
  return {
    ...present(row),
    tries: details?.tries ?? null,
    httpStatus: details?.status ?? null,
    occurredAt: row.occurred_at?.toISOString() ?? null,
    tags: [...(details?.tags ?? [])],
    email: details?.email ?? null,
  };
}

/** The one rule for sending again. */
export function mayRetry(
  row: Pick<SyncLogRow, 'action' | 'status' | 'customer_id' | 'is_erased' | 'retried_at'>,
): boolean {
  // What a call to erase needs is forgotten with its end, and an erased customer is not sent again.
  const isLost = row.action === 'erase' || row.is_erased;
  return row.status === 'error' && row.customer_id !== null && !isLost && row.retried_at === null;
}

function present(row: SyncLogRow): SyncLogEntry {
  return {
    id: row.id,
    provider: row.provider,
    action: row.action,
    status: row.status,
    errorMessage: row.error_message,
    isWithheld: row.response_data?.isWithheld ?? false,
    createdAt: row.created_at.toISOString(),
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    canRetry: mayRetry(row),
    retriedAt: row.retried_at?.toISOString() ?? null,
  };
}
