import type { WebhookDeliveriesInput, WebhookDeliveryState } from 'domain/webhooks';
import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { type DeliveryRow, findDelivery, listDeliveries } from './webhook-log.sql.ts';

const PAGE_LENGTH = 50;

/** One event for one endpoint. Moments are ISO 8601. */
export interface WebhookDelivery {
  id: string;
  endpointId: string;
  url: string;
  /** One of domain/webhooks' events, or one of a later release. */
  event: string;
  state: WebhookDeliveryState;
  tries: number;
  /** HTTP status of the last answer; null if there was none. */
  lastStatus: number | null;
  lastError: string | null;
  createdAt: string;
  /** Null after the end. */
  nextTryAt: string | null;
  finishedAt: string | null;
}

/** A page of deliveries, newest first; `next` is the cursor of the next page. */
export async function showDeliveries(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { endpointId, state, after }: WebhookDeliveriesInput,
): Promise<{ deliveries: WebhookDelivery[]; next: NonNullable<WebhookDeliveriesInput['after']> | null }> {
  const rows = await tenancy.withTenant(merchantId, (tx) =>
    listDeliveries(tx, { endpointId, state, after, limit: PAGE_LENGTH + 1 }),
  );
  const page = rows.slice(0, PAGE_LENGTH);
  const last = page.at(-1);
  const next =
    rows.length > PAGE_LENGTH && last ? { atMicroseconds: last.atMicroseconds, id: last.id } : null;
  return { deliveries: page.map(present), next };
}

/** One delivery with its body as sent. Throws Refusal 'webhook_delivery_not_found'. */
export async function showDelivery(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { id }: { id: string },
): Promise<WebhookDelivery & { body: string | null }> {
  const row = await tenancy.withTenant(merchantId, (tx) => findDelivery(tx, id));
  if (!row) throw new Refusal('webhook_delivery_not_found');
  return { ...present(row), body: row.body };
}

function present(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    endpointId: row.endpointId,
    url: row.url,
    event: row.event,
    state: row.state,
    tries: row.attempts,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    nextTryAt: row.state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
