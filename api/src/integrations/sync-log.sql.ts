import type { Provider, SyncAction, SyncLogFilter, SyncStatus } from 'domain/integrations';
import type { Contacted } from '../deliveries/delivery.ts';
import { SHOWN_NAME } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

/** The stored details of a call. The provider's answer is reduced to its status. */
export interface SyncLogDetails extends Contacted {
  status: number | null;
  /** Attempts that were made. */
  tries: number;
}

export interface SyncLogRow {
  id: number;
  integration_config_id: string;
  provider: Provider;
  customer_id: string | null;
  action: SyncAction;
  status: SyncStatus;
  error_message: string | null;
  response_data: SyncLogDetails | null;
  created_at: Date;
  retried_at: Date | null;
  /** When the event happened; null for entries that are older than deliveries. */
  occurred_at: Date | null;
  subject_id: string | null;
  customer_name: string | null;
  customer_phone: string | null;
  is_erased: boolean;
}

const COLUMNS = `l.id, l.integration_config_id, i.provider, l.customer_id, l.action, l.status, l.error_message,
  l.response_data, l.created_at, l.retried_at, d.occurred_at, d.subject_id, ${SHOWN_NAME} AS customer_name,
  c.phone AS customer_phone, c.erased_at IS NOT NULL AS is_erased`;
const JOINS = `JOIN integration_configs i ON i.merchant_id = $1 AND i.id = l.integration_config_id
  LEFT JOIN deliveries d ON d.merchant_id = $1 AND d.id = l.delivery_id
  LEFT JOIN customers c ON c.merchant_id = $1 AND c.id = l.customer_id`;

/** Newest first. The joins run for the page only. */
export async function listSyncLog(
  tx: TenantTransaction,
  filter: SyncLogFilter,
  limit: number,
): Promise<SyncLogRow[]> {
  return await tx.query<SyncLogRow>(
    {
      name: 'list_sync_log',
      text: `SELECT ${COLUMNS}
             FROM (SELECT * FROM integration_sync_log
                   WHERE merchant_id = $1 AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR action = $4)
                     AND ($5::text IS NULL OR integration_config_id =
                       (SELECT id FROM integration_configs WHERE merchant_id = $1 AND provider = $5))
                   ORDER BY created_at DESC, id DESC LIMIT $2) l
             ${JOINS}
             ORDER BY l.created_at DESC, l.id DESC`,
    },
    [tx.merchantId, limit, filter?.status ?? null, filter?.action ?? null, filter?.provider ?? null],
  );
}

export async function findSyncLogEntry(tx: TenantTransaction, id: number): Promise<SyncLogRow | undefined> {
  const [row] = await tx.query<SyncLogRow>(
    {
      name: 'find_sync_log_entry',
      text: `SELECT ${COLUMNS} FROM integration_sync_log l ${JOINS} WHERE l.merchant_id = $1 AND l.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * Inserts the entry and counts a success of its integration, unless it was withheld. False if the delivery
 * has its entry already.
 */
export async function recordSyncEnd(
  tx: TenantTransaction,
  entry: {
    integrationConfigId: string;
    customerId: string;
    deliveryId: string;
    action: SyncAction;
    status: SyncStatus;
    errorMessage: string | null;
    details: SyncLogDetails;
  },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'record_sync_end',
      text: `WITH entry AS (
               INSERT INTO integration_sync_log (merchant_id, integration_config_id, customer_id, delivery_id, action, status,
                 error_message, response_data)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8::jsonb
                 || CASE WHEN c.erased_at IS NULL THEN '{}' ELSE '{"email": null, "tags": []}' END::jsonb
               FROM customers c WHERE c.merchant_id = $1 AND c.id = $3
               ON CONFLICT (merchant_id, delivery_id) DO NOTHING RETURNING id, status
             ), counted AS (
               UPDATE integration_configs SET last_sync_at = now(), sync_count = sync_count + 1
               WHERE merchant_id = $1 AND id = $2 AND EXISTS (SELECT FROM entry WHERE status = 'success' AND NOT $9)
             )
             SELECT id FROM entry`,
    },
    [
      tx.merchantId,
      entry.integrationConfigId,
      entry.customerId,
      entry.deliveryId,
      entry.action,
      entry.status,
      entry.errorMessage,
      JSON.stringify(entry.details),
      entry.details.isWithheld ?? false,
    ],
  );
  return rows.length > 0;
}

/** False if it was marked before. */
export async function markRetried(tx: TenantTransaction, id: number): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'mark_sync_retried',
      text: `UPDATE integration_sync_log SET retried_at = now()
             WHERE merchant_id = $1 AND id = $2 AND retried_at IS NULL RETURNING id`,
    },
    [tx.merchantId, id],
  );
  return rows.length > 0;
}
