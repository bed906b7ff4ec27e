import type { WebhookDeliveryState } from 'domain/webhooks';
import type { Moment, SqlValue } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** Deliveries to a merchant's webhooks, as the log shows them. */

export interface LastDeliveryRow {
  endpointId: string;
  state: WebhookDeliveryState;
  attempts: number;
  lastStatus: number | null;
  createdAt: Moment;
  finishedAt: Moment | null;
}

/** The latest delivery of each endpoint that has one and was not removed. */
export async function listLastDeliveries(tx: TenantTransaction): Promise<LastDeliveryRow[]> {
  return await tx.query<LastDeliveryRow>(
    {
      name: 'list_last_webhook_deliveries',
      text: `SELECT e.id AS "endpointId", d.state, d.attempts, d.last_status AS "lastStatus",
               d.created_at AS "createdAt", d.finished_at AS "finishedAt"
             FROM webhook_endpoints e
             CROSS JOIN LATERAL (
               SELECT state, attempts, last_status, created_at, finished_at FROM deliveries
               WHERE merchant_id = $1 AND webhook_endpoint_id = e.id
               ORDER BY created_at DESC, id DESC LIMIT 1) d
             WHERE e.merchant_id = $1 AND e.removed_at IS NULL`,
    },
    [tx.merchantId],
  );
}

export interface DeliveryRow {
  id: string;
  endpointId: string;
  url: string;
  event: string;
  state: WebhookDeliveryState;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Moment;
  /** `createdAt` in full: a Date has only milliseconds, and a page would begin in the wrong place. */
  atMicroseconds: number;
  nextAttemptAt: Moment;
  finishedAt: Moment | null;
}

const COLUMNS = `d.id, d.webhook_endpoint_id AS "endpointId", e.url, d.event, d.state, d.attempts,
  d.last_status AS "lastStatus", d.last_error AS "lastError", d.created_at AS "createdAt",
  (extract(epoch FROM d.created_at) * 1000000)::bigint AS "atMicroseconds",
  d.next_attempt_at AS "nextAttemptAt", d.finished_at AS "finishedAt"`;
const JOINED = `JOIN webhook_endpoints e ON e.merchant_id = $1 AND e.id = d.webhook_endpoint_id`;

export interface DeliveryFilter {
  endpointId: string | undefined;
  state: WebhookDeliveryState | undefined;
  after: { atMicroseconds: number; id: string } | undefined;
  limit: number;
}

/**
 * Newest first. Only the given filters are in the statement: an optional one would keep PostgreSQL from using
 * the index.
 */
export async function listDeliveries(tx: TenantTransaction, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { endpointId, state, after, limit } = filter;
  const values: SqlValue[] = [tx.merchantId, limit];
  const mark = (value: SqlValue) => `$${values.push(value)}`;
  const conditions: [name: string, sql: string][] = [];
  if (endpointId) conditions.push(['endpoint', `webhook_endpoint_id = ${mark(endpointId)}::uuid`]);
  if (state) conditions.push(['state', `state = ${mark(state)}`]);
  if (after)
    conditions.push([
      'after',
      `(created_at, id) < (timestamptz 'epoch' + ${mark(after.atMicroseconds)}::bigint * interval '1 microsecond',
        ${mark(after.id)}::uuid)`,
    ]);
  return await tx.query<DeliveryRow>(
    {
      name: ['list_webhook_deliveries', ...conditions.map(([name]) => name)].join('_'),
      text: `SELECT ${COLUMNS} FROM (
               SELECT * FROM deliveries WHERE merchant_id = $1 AND webhook_endpoint_id IS NOT NULL
                 ${conditions.map(([, sql]) => `AND ${sql}`).join(' ')}
               ORDER BY created_at DESC, id DESC LIMIT $2) d
             ${JOINED} ORDER BY d.created_at DESC, d.id DESC`,
    },
    values,
  );
}

/** Everything needed to show a delivery in full or to send it again. */
export interface WholeDeliveryRow extends DeliveryRow {
  body: string | null;
  subjectId: string;
  customerId: string | null;
  occurredAt: Moment;
  /** False if its endpoint is inactive or removed. */
  isActive: boolean;
  /** The customer it is about was erased, and its body with them. */
  isErased: boolean;
}

export async function findDelivery(tx: TenantTransaction, id: string): Promise<WholeDeliveryRow | undefined> {
  const [row] = await tx.query<WholeDeliveryRow>(
    {
      name: 'find_webhook_delivery',
      text: `SELECT ${COLUMNS}, d.body, d.subject_id AS "subjectId", d.customer_id AS "customerId",
               d.occurred_at AS "occurredAt", e.is_active AS "isActive",
               EXISTS (SELECT FROM customers c WHERE c.merchant_id = $1 AND c.id = d.customer_id
                       AND c.erased_at IS NOT NULL) AS "isErased"
             FROM deliveries d ${JOINED} WHERE d.merchant_id = $1 AND d.id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** Ends the deliveries that still wait for an endpoint, as failed. */
export async function failWaitingDeliveries(
  tx: TenantTransaction,
  endpointId: string,
  message: string,
): Promise<void> {
  await tx.query(
    {
      name: 'fail_waiting_webhook_deliveries',
      text: `UPDATE deliveries SET state = 'failed', finished_at = clock_timestamp(), last_error = $3
             WHERE merchant_id = $1 AND webhook_endpoint_id = $2 AND state = 'waiting'`,
    },
    [tx.merchantId, endpointId, message],
  );
}
