import { WEBHOOK_EVENTS, type WebhookDeliveryState, type WebhookEvent } from 'domain/webhooks';
import type { Tenancy } from '../tenant.ts';
import { type Endpoint, listEndpoints } from './endpoints.ts';
import { type LastDeliveryRow, listLastDeliveries } from './webhook-log.sql.ts';
import { listSigningSecrets, type SecretRow } from './webhooks.sql.ts';

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
        last.find(({ endpointId }) => endpointId === row.id),
      ),
    );
    return { endpoints, secret: presentSecret(await listSigningSecrets(tx)) };
  });
}

export function presentEndpoint(row: Endpoint, last: LastDeliveryRow | undefined): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    lastDelivery: last
      ? {
          state: last.state,
          tries: last.attempts,
          at: (last.finishedAt ?? last.createdAt).toISOString(),
          status: last.lastStatus,
        }
      : null,
  };
}

function presentSecret([newest, ...older]: SecretRow[]): WebhookSecret | null {
  if (!newest) return null;
  return {
    last4: newest.last4,
    createdAt: newest.createdAt.toISOString(),
    previousUntil: older[0]?.expiresAt?.toISOString() ?? null,
  };
}
