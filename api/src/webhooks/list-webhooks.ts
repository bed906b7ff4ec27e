import { WEBHOOK_EVENTS, type WebhookDeliveryState, type WebhookEvent } from 'domain/webhooks';
import type { Tenancy } from '../tenant.ts';
import { type LastDeliveryRow, listLastDeliveries } from './webhook-log.sql.ts';
import { type EndpointRow, listEndpoints, listSigningSecrets, type SecretRow } from './webhooks.sql.ts';

/** Moments are ISO 8601. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  events: WebhookEvent[];
  isActive: boolean;
  createdAt: string;
  lastDelivery: null | {
    state: WebhookDeliveryState;
    tries: number;
    /** When it ended, or was made if it still waits. */
    at: string;
    /** HTTP status of the last answer; null if there was none. */
    status: number | null;
  };
}

/** The newest signing secret, without the secret itself. */
export interface WebhookSecret {
  last4: string;
  createdAt: string;
  /** End of the previous secret's overlap; null if none overlaps. */
  previousUntil: string | null;
}

export async function listWebhooks(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ endpoints: WebhookEndpoint[]; secret: WebhookSecret | null }> {
  return await tenancy.withTenant(merchantId, async (tx) => {
    const rows = await listEndpoints(tx);
    const last = await listLastDeliveries(tx);
    const endpoints = rows.map((row) =>
      presentEndpoint(
        row,
        last.find(({ endpoint_id }) => endpoint_id === row.id),
      ),
    );
    return { endpoints, secret: presentSecret(await listSigningSecrets(tx)) };
  });
}

export function presentEndpoint(row: EndpointRow, last: LastDeliveryRow | undefined): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    lastDelivery: last
      ? {
          state: last.state,
          tries: last.attempts,
          at: (last.finished_at ?? last.created_at).toISOString(),
          status: last.last_status,
        }
      : null,
  };
}

function presentSecret([newest, ...older]: SecretRow[]): WebhookSecret | null {
  if (!newest) return null;
  return {
    last4: newest.secret_last4,
    createdAt: newest.created_at.toISOString(),
    previousUntil: older[0]?.expires_at?.toISOString() ?? null,
  };
}
