import type { Provider } from 'domain/integrations';
import type { TenantTransaction } from '../tenant.ts';
import type { Delivery } from './delivery.ts';

/** One event for one receiver, to be handed over soon. */
export type NewDelivery = Omit<Delivery, 'merchantId' | 'tries'>;

/** Makes the rows, due at once; the table's trigger makes a job for each. */
export async function insertDeliveryRows(tx: TenantTransaction, deliveries: NewDelivery[]): Promise<void> {
  await tx.query(
    {
      name: 'insert_deliveries',
      text: `INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
               customer_id, bulk_sync_id, occurred_at, body, next_try_at)
             SELECT $1, "id", "integrationConfigId", "webhookEndpointId", "event", "subjectId", "customerId",
               "bulkSyncId", "occurredAt", "body", clock_timestamp()
             FROM json_to_recordset($2::json) AS given ("id" uuid, "integrationConfigId" uuid,
               "webhookEndpointId" uuid, "event" text, "subjectId" uuid, "customerId" uuid, "bulkSyncId" uuid,
               "occurredAt" timestamptz, "body" text)`,
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
  tries: number;
  snoozed: number;
  /** To the microsecond. With the tries it says whether anybody has touched the row since. */
  due_at: string;
  last_status: number | null;
  last_error: string | null;
  body: string | null;
  occurred_at: Date;
  /** Null for a webhook. */
  provider: Provider | null;
}

/** Undefined where it has ended, or its time has not come. */
export async function findDue(tx: TenantTransaction, id: string): Promise<DueRow | undefined> {
  const [row] = await tx.query<DueRow>(
    {
      name: 'find_due_delivery',
      text: `SELECT d.id, d.integration_config_id, d.webhook_endpoint_id, d.event, d.subject_id, d.customer_id,
               d.bulk_sync_id, d.tries, d.snoozed, d.next_try_at::text AS due_at, d.last_status, d.last_error, d.body,
               d.occurred_at, i.provider
             FROM deliveries d LEFT JOIN integration_configs i ON i.merchant_id = $1 AND i.id = d.integration_config_id
             WHERE d.merchant_id = $1 AND d.id = $2 AND d.state = 'waiting' AND d.next_try_at <= clock_timestamp()`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * `body` is kept where there is none yet.
 * @returns whether a try was taken: not where anybody has touched the row since it was read
 */
export async function takeTry(tx: TenantTransaction, due: DueRow, body: string | null): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'take_delivery_try',
      text: `UPDATE deliveries SET tries = tries + 1, snoozed = 0, body = coalesce(body, $5)
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND tries = $3 AND next_try_at = $4::timestamptz
             RETURNING id`,
    },
    [tx.merchantId, due.id, due.tries, due.due_at, body],
  );
  return rows.length > 0;
}

/** Puts it off without a try; nothing where anybody has touched the row since it was read. */
export async function snooze(tx: TenantTransaction, due: DueRow, delayMs: number): Promise<void> {
  await tx.query(
    {
      name: 'snooze_delivery',
      text: `UPDATE deliveries SET snoozed = snoozed + 1, next_try_at = clock_timestamp() + $5 * interval '1 millisecond'
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND tries = $3 AND next_try_at = $4::timestamptz`,
    },
    [tx.merchantId, due.id, due.tries, due.due_at, delayMs],
  );
}

/** Uses a try up that nobody makes; nothing where anybody has touched the row since it was read. */
export async function spendTry(
  tx: TenantTransaction,
  due: DueRow,
  { delayMs, message }: { delayMs: number; message: string },
): Promise<void> {
  await tx.query(
    {
      name: 'spend_delivery_try',
      text: `UPDATE deliveries SET tries = tries + 1, snoozed = 0, last_error = $6,
               next_try_at = clock_timestamp() + $5 * interval '1 millisecond'
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND tries = $3 AND next_try_at = $4::timestamptz`,
    },
    [tx.merchantId, due.id, due.tries, due.due_at, delayMs, message],
  );
}

/** Puts it off after a try was taken, which is given back. */
export async function giveBackTry(
  tx: TenantTransaction,
  { id, tries, delayMs, snoozed }: { id: string; tries: number; delayMs: number; snoozed: number },
): Promise<void> {
  await tx.query(
    {
      name: 'give_back_delivery_try',
      text: `UPDATE deliveries SET tries = tries - 1, snoozed = $5,
               next_try_at = clock_timestamp() + $4 * interval '1 millisecond'
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND tries = $3`,
    },
    [tx.merchantId, id, tries, delayMs, snoozed],
  );
}

/** After the given try. */
export async function putOff(
  tx: TenantTransaction,
  retry: { id: string; tries: number; delayMs: number; status: number | null; message: string },
): Promise<void> {
  await tx.query(
    {
      name: 'put_off_delivery',
      text: `UPDATE deliveries SET next_try_at = clock_timestamp() + $4 * interval '1 millisecond', last_status = $5,
               last_error = $6
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' AND tries = $3`,
    },
    [tx.merchantId, retry.id, retry.tries, retry.delayMs, retry.status, retry.message],
  );
}

/** @returns whether it ended now, and not before */
export async function endDelivery(
  tx: TenantTransaction,
  end: { id: string; state: 'delivered' | 'failed'; status: number | null; message: string | null },
): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'end_delivery',
      text: `UPDATE deliveries SET state = $3, last_status = $4, last_error = $5, finished_at = clock_timestamp()
             WHERE merchant_id = $1 AND id = $2 AND state = 'waiting' RETURNING id`,
    },
    [tx.merchantId, end.id, end.state, end.status, end.message],
  );
  return rows.length > 0;
}
