import type { TenantTransaction } from '../tenant.ts';

/** Endpoints and signing secrets of a merchant. */

export interface EndpointRow {
  id: string;
  url: string;
  description: string | null;
  events: string[];
  is_active: boolean;
  created_at: Date;
}

const COLUMNS = 'id, url, description, events, is_active, created_at';

/** Serializes changes of a merchant's endpoints and secrets until this transaction ends. */
export async function lockWebhooks(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'lock_webhooks', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' }, [
    `webhooks:${tx.merchantId}`,
  ]);
}

/** All but the removed ones, oldest first. */
export async function listEndpoints(tx: TenantTransaction): Promise<EndpointRow[]> {
  return await tx.query<EndpointRow>(
    {
      name: 'list_webhook_endpoints',
      text: `SELECT ${COLUMNS} FROM webhook_endpoints WHERE merchant_id = $1 AND removed_at IS NULL
             ORDER BY created_at, id`,
    },
    [tx.merchantId],
  );
}

export async function findEndpoint(tx: TenantTransaction, id: string): Promise<EndpointRow | undefined> {
  const [row] = await tx.query<EndpointRow>(
    {
      name: 'find_webhook_endpoint',
      text: `SELECT ${COLUMNS} FROM webhook_endpoints WHERE merchant_id = $1 AND id = $2 AND removed_at IS NULL`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/** The settings that employees change. */
export type EndpointSettings = Pick<EndpointRow, 'url' | 'description' | 'events' | 'is_active'>;

export async function insertEndpoint(
  tx: TenantTransaction,
  id: string,
  settings: EndpointSettings,
): Promise<void> {
  await tx.query(
    {
      name: 'insert_webhook_endpoint',
      text: `INSERT INTO webhook_endpoints (merchant_id, id, url, description, events, is_active)
             VALUES ($1, $2, $3, $4, $5, $6)`,
    },
    [tx.merchantId, id, settings.url, settings.description, settings.events, settings.is_active],
  );
}

export async function updateEndpoint(
  tx: TenantTransaction,
  id: string,
  settings: EndpointSettings,
): Promise<void> {
  await tx.query(
    {
      name: 'update_webhook_endpoint',
      text: `UPDATE webhook_endpoints SET url = $3, description = $4, events = $5, is_active = $6
             WHERE merchant_id = $1 AND id = $2 AND removed_at IS NULL`,
    },
    [tx.merchantId, id, settings.url, settings.description, settings.events, settings.is_active],
  );
}

/** False if it was off already, or has another address by now. */
export async function turnEndpointOff(tx: TenantTransaction, id: string, url: string): Promise<boolean> {
  const rows = await tx.query(
    {
      name: 'turn_webhook_endpoint_off',
      text: `UPDATE webhook_endpoints SET is_active = false
             WHERE merchant_id = $1 AND id = $2 AND url = $3 AND is_active RETURNING id`,
    },
    [tx.merchantId, id, url],
  );
  return rows.length > 0;
}

/** The row stays for the log of its deliveries. */
export async function markEndpointRemoved(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query(
    {
      name: 'mark_webhook_endpoint_removed',
      text: `UPDATE webhook_endpoints SET is_active = false, removed_at = now() WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id],
  );
}

export interface SecretRow {
  version: number;
  secret_encrypted: Buffer;
  secret_last4: string;
  created_at: Date;
  expires_at: Date | null;
}

/** The secrets that sign now, the newest first. */
export async function listSigningSecrets(tx: TenantTransaction): Promise<SecretRow[]> {
  return await tx.query<SecretRow>(
    {
      name: 'list_signing_webhook_secrets',
      text: `SELECT version, secret_encrypted, secret_last4, created_at, expires_at FROM webhook_secrets
             WHERE merchant_id = $1 AND (expires_at IS NULL OR expires_at > now()) ORDER BY version DESC`,
    },
    [tx.merchantId],
  );
}

export async function insertSecret(
  tx: TenantTransaction,
  secret: { version: number; sealed: Buffer; last4: string },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_webhook_secret',
      text: `INSERT INTO webhook_secrets (merchant_id, version, secret_encrypted, secret_last4)
             VALUES ($1, $2, $3, $4)`,
    },
    [tx.merchantId, secret.version, secret.sealed, secret.last4],
  );
}

/** Ends the given secret after so many hours. Older ones keep their end. */
export async function expireSecret(tx: TenantTransaction, version: number, hours: number): Promise<void> {
  await tx.query(
    {
      name: 'expire_webhook_secret',
      text: `UPDATE webhook_secrets SET expires_at = now() + make_interval(hours => $3)
             WHERE merchant_id = $1 AND version = $2`,
    },
    [tx.merchantId, version, hours],
  );
}
