import type { TenantTransaction } from '../tenant.ts';

/** A merchant's signing secrets, and what deliveries change about its endpoints. */

/** Serializes changes of a merchant's endpoints and secrets until this transaction ends. */
export async function lockWebhooks(tx: TenantTransaction): Promise<void> {
  await tx.query({ name: 'lock_webhooks', text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))' }, [
    `webhooks:${tx.merchantId}`,
  ]);
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

export interface SecretRow {
  version: number;
  sealed: Buffer;
  last4: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/** The secrets that sign now, the newest first. */
export async function listSigningSecrets(tx: TenantTransaction): Promise<SecretRow[]> {
  return await tx.query<SecretRow>(
    {
      name: 'list_signing_webhook_secrets',
      text: `SELECT version, secret_encrypted AS sealed, secret_last4 AS last4, created_at AS "createdAt",
               expires_at AS "expiresAt"
             FROM webhook_secrets
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
