import type { Provider } from 'domain/integrations';
import type pg from 'pg';
import type { MerchantRow, Tenancy, TenantTransaction } from '../tenant.ts';
import type { Delivery } from './delivery.ts';

/** One event for one receiver, due at once or after `delayMs`. */
export type NewDelivery = Omit<Delivery, 'merchantId' | 'attempts' | 'deferrals'> & { delayMs?: number };

/** The table's trigger makes a job for each row. */
export async function insertDeliveryRows(tx: TenantTransaction, deliveries: NewDelivery[]): Promise<void> {
  await tx.query(
    {
      name: 'insert_deliveries',
      text: `INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
               customer_id, bulk_sync_id, occurred_at, body, next_attempt_at)
             SELECT $1, "id", "integrationConfigId", "webhookEndpointId", "event", "subjectId", "customerId",
               "bulkSyncId", "occurredAt", "body",
               clock_timestamp() + coalesce("delayMs", 0) * interval '1 millisecond'
             FROM json_to_recordset($2::json) AS given ("id" uuid, "integrationConfigId" uuid,
               "webhookEndpointId" uuid, "event" text, "subjectId" uuid, "customerId" uuid, "bulkSyncId" uuid,
               "occurredAt" timestamptz, "body" text, "delayMs" integer)`,
    },
    [tx.merchantId, JSON.stringify(deliveries)],
  );
}

export interface DueRow {
  id: string;
  integration_config_id: string | null;
  webhook_endpoint_id: string | null;
  event: string;
  subject_id: string;
  customer_id: string | null;
  bulk_sync_id: string | null;
  attempts: number;
  deferrals: number;
  /** To the microsecond. Together with `attempts` it is the version of the row that updates below compare. */
  due_at: string;
  last_status: number | null;
  last_error: string | null;
  body: string | null;
  occurred_at: Date;
  /** Null for a webhook. */
  provider: Provider | null;
}

/** Undefined if the delivery has ended or is not due yet. */
export async function findDue(tx: TenantTransaction, id: string): Promise<DueRow | undefined> {
  const [row] = await tx.query<DueRow>(
    {
      name: 'find_due_delivery',
      text: `SELECT d.id, d.integration_config_id, d.webhook_endpoint_id, d.event, d.subject_id, d.customer_id,
               d.bulk_sync_id, d.attempts, d.deferrals, d.next_attempt_at::text AS due_at, d.last_status, d.last_error,
               d.body, d.occurred_at, i.provider
             FROM deliveries d LEFT JOIN integration_configs i ON i.merchant_id = $1 AND i.id = d.integration_config_id
             WHERE d.merchant_id = $1 AND d.id = $2 AND d.state = 'waiting' AND d.next_attempt_at <= clock_timestamp()`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Counts an attempt before it is made. @returns false if the row has changed since it was read */
export async function claimAttempt(tx: TenantTransaction, due: DueRow): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'claim_delivery_attempt',
      text: `UPDATE deliveries SET attempts = attempts + 1, deferrals = 0
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND attempts = $3
               AND next_attempt_at = $4::timestamptz
             RETURNING id`,
    },
    [tx.merchantId, due.id, due.attempts, due.due_at],
  );
  return rows.length > 0;
}

/**
 * Counts an attempt in which the receiver is not called, and schedules the next. Changes nothing if the row
 * has changed since it was read.
 */
export async function skipAttempt(
  tx: TenantTransaction,
  due: DueRow,
  { delayMs, message }: { delayMs: number; message: string },
): Promise<void> {
  await tx.query(
    {
      name: 'skip_delivery_attempt',
      text: `UPDATE deliveries SET attempts = attempts + 1, deferrals = 0, last_error = coalesce(last_error, $6),
               next_attempt_at = clock_timestamp() + $5 * interval '1 millisecond'
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND attempts = $3
               AND next_attempt_at = $4::timestamptz`,
    },
    [tx.merchantId, due.id, due.attempts, due.due_at, delayMs, message],
  );
}

/** Changes nothing if the row has changed since it was read. */
export async function deferDue(tx: TenantTransaction, due: DueRow, delayMs: number): Promise<void> {
  await tx.query(
    {
      name: 'defer_due_delivery',
      text: `UPDATE deliveries SET deferrals = deferrals + 1,
               next_attempt_at = clock_timestamp() + $5 * interval '1 millisecond'
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND attempts = $3
               AND next_attempt_at = $4::timestamptz`,
    },
    [tx.merchantId, due.id, due.attempts, due.due_at, delayMs],
  );
}

/** Takes back the claimed attempt. Changes nothing if a later one was claimed. */
export async function deferClaimed(
  tx: TenantTransaction,
  claimed: { id: string; attempts: number; deferrals: number; delayMs: number },
): Promise<void> {
  await tx.query(
    {
      name: 'defer_claimed_delivery',
      text: `UPDATE deliveries SET attempts = attempts - 1, deferrals = $4,
               next_attempt_at = clock_timestamp() + $5 * interval '1 millisecond'
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND attempts = $3`,
    },
    [tx.merchantId, claimed.id, claimed.attempts, claimed.deferrals, claimed.delayMs],
  );
}

/**
 * Makes the account's deferred delivery that is next due now; the table's trigger makes its job. `accountId`
 * is the integration's or the webhook's id.
 */
export async function callNextDeferred(tx: TenantTransaction, accountId: string): Promise<void> {
  await tx.query(
    {
      name: 'call_next_deferred_delivery',
      text: `UPDATE deliveries SET next_attempt_at = clock_timestamp()
             WHERE merchant_id = $1 AND id = (
               SELECT id FROM deliveries
               WHERE merchant_id = $1 AND coalesce(integration_config_id, webhook_endpoint_id) = $2::uuid
                 AND state = 'waiting' AND deferrals > 0 AND next_attempt_at > clock_timestamp()
               ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    },
    [tx.merchantId, accountId],
  );
}

/** After a failed attempt. Changes nothing if a later one was claimed. */
export async function scheduleRetry(
  tx: TenantTransaction,
  failed: { id: string; attempts: number; delayMs: number; status: number | null; message: string },
): Promise<void> {
  await tx.query(
    {
      name: 'schedule_delivery_retry',
      text: `UPDATE deliveries SET next_attempt_at = clock_timestamp() + $4 * interval '1 millisecond', last_status = $5,
               last_error = $6
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND attempts = $3`,
    },
    [tx.merchantId, failed.id, failed.attempts, failed.delayMs, failed.status, failed.message],
  );
}

/**
 * A provider's delivery forgets its body, by which a contact is found that is to be erased.
 * @returns false if it had ended before
 */
export async function endDelivery(
  tx: TenantTransaction,
  end: { id: string; state: 'delivered' | 'failed'; status: number | null; message: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'end_delivery',
      text: `UPDATE deliveries SET state = $3, last_status = $4, last_error = $5, finished_at = clock_timestamp(),
               body = CASE WHEN webhook_endpoint_id IS NOT NULL THEN body END
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' RETURNING id`,
    },
    [tx.merchantId, end.id, end.state, end.status, end.message],
  );
  return rows.length > 0;
}

export async function listOverdue(tenancy: Pick<Tenancy, 'lookup'>, limit: number): Promise<MerchantRow[]> {
  return await tenancy.lookup<MerchantRow>(
    {
      name: 'list_overdue_deliveries',
      text: "SELECT merchant_id, id FROM lookup.overdue_deliveries(interval '2 minutes', $1)",
    },
    [limit],
  );
}

/** Makes each due now if it is still overdue; the table's trigger makes its job. */
export async function bringForward(tx: TenantTransaction, ids: string[]): Promise<void> {
  await tx.query(
    {
      name: 'bring_deliveries_forward',
      text: `UPDATE deliveries SET next_attempt_at = clock_timestamp()
             WHERE merchant_id = $1 AND id = ANY ($2::uuid[]) AND state = 'waiting'
               AND next_attempt_at < clock_timestamp() - interval '2 minutes'`,
    },
    [tx.merchantId, ids],
  );
}

/**
 * A connection that holds session locks until it ends. It sets no tenant: the keys say nothing about any row.
 */
export type LockConnection = Pick<pg.ClientBase, 'query'>;

/**
 * Locks `key`, and with it the first of `others` that is free.
 * @returns undefined if `key` is locked already; `other` undefined if all of `others` are
 */
export async function claimLocks(
  connection: LockConnection,
  key: string,
  others: string[],
): Promise<{ other: string | undefined } | undefined> {
  const { rows } = await connection.query<{ is_locked: boolean; other: string | null }>({
    name: 'claim_locks',
    // OFFSET 0 and LIMIT 1 make PostgreSQL lock `key` first, and no more of the others than one.
    text: `SELECT first.is_locked, second.key AS other
           FROM (SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_locked OFFSET 0) first
           LEFT JOIN LATERAL (
             SELECT key FROM unnest($2::text[]) AS key
             WHERE CASE WHEN first.is_locked THEN pg_try_advisory_lock(hashtextextended(key, 0)) END LIMIT 1
           ) second ON true`,
    values: [key, others],
  });
  const [row] = rows;
  return row?.is_locked ? { other: row.other ?? undefined } : undefined;
}

export async function releaseLocks(connection: LockConnection, keys: string[]): Promise<void> {
  await connection.query({
    name: 'release_locks',
    text: 'SELECT pg_advisory_unlock(hashtextextended(key, 0)) FROM unnest($1::text[]) AS key',
    values: [keys],
  });
}
