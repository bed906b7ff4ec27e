import type { Provider } from 'domain/integrations';
import type { TenantTransaction } from '../tenant.ts';

/** The settings that employees change. */
export interface IntegrationSettings {
  audienceId: string | null;
  serverPrefix: string | null;
  syncOnSignup: boolean;
  syncOnPurchase: boolean;
  syncOnRedemption: boolean;
  sendsWithoutConsent: boolean;
}

export interface IntegrationRow extends IntegrationSettings {
  id: string;
  provider: Provider;
  apiKeyEncrypted: Buffer | null;
  apiKeyLast4: string | null;
  defaultTags: string[];
  isActive: boolean;
  lastSyncAt: Date | null;
  syncCount: number;
}

const COLUMNS = `id, provider, api_key_encrypted AS "apiKeyEncrypted", api_key_last4 AS "apiKeyLast4",
  audience_id AS "audienceId", server_prefix AS "serverPrefix", sync_on_signup AS "syncOnSignup",
  sync_on_purchase AS "syncOnPurchase", sync_on_redemption AS "syncOnRedemption",
  sends_without_consent AS "sendsWithoutConsent", default_tags AS "defaultTags",
  is_active AS "isActive", last_sync_at AS "lastSyncAt", sync_count AS "syncCount"`;

export async function listIntegrations(tx: TenantTransaction): Promise<IntegrationRow[]> {
  return await tx.query<IntegrationRow>(
    { name: 'list_integrations', text: `SELECT ${COLUMNS} FROM integration_configs WHERE merchant_id = $1` },
    [tx.merchantId],
  );
}

/** Without a lock. */
export async function findIntegrationOf(
  tx: TenantTransaction,
  provider: Provider,
): Promise<IntegrationRow | undefined> {
  const [row] = await tx.query<IntegrationRow>(
    {
      name: 'find_integration_of',
      text: `SELECT ${COLUMNS} FROM integration_configs WHERE merchant_id = $1 AND provider = $2`,
    },
    [tx.merchantId, provider],
  );
  return row;
}

/** Locks the row until this transaction ends. */
export async function lockIntegration(
  tx: TenantTransaction,
  provider: Provider,
): Promise<IntegrationRow | undefined> {
  const [row] = await tx.query<IntegrationRow>(
    {
      name: 'lock_integration',
      text: `SELECT ${COLUMNS} FROM integration_configs WHERE merchant_id = $1 AND provider = $2 FOR NO KEY UPDATE`,
    },
    [tx.merchantId, provider],
  );
  return row;
}

export async function findIntegration(
  tx: TenantTransaction,
  id: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await tx.query<IntegrationRow>(
    {
      name: 'find_integration',
      text: `SELECT ${COLUMNS} FROM integration_configs WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id],
  );
  return row;
}

/**
 * Claims the account's next turn, at least `spacingMs` after the one before. A single statement, so that no
 * two processes get the same turn.
 * @returns milliseconds until the turn; undefined, without a turn, if that is more than `maxWaitMs`
 */
export async function claimTurn(
  tx: TenantTransaction,
  turn: { integrationConfigId: string; spacingMs: number; maxWaitMs: number },
): Promise<number | undefined> {
  const [row] = await tx.query<{ waitMs: number }>(
    {
      name: 'claim_turn',
      text: `INSERT INTO integration_rates AS r (merchant_id, integration_config_id, next_call_at)
             VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
             ON CONFLICT (merchant_id, integration_config_id) DO UPDATE
               SET next_call_at = greatest(r.next_call_at, clock_timestamp()) + $3 * interval '1 millisecond'
               WHERE r.next_call_at <= clock_timestamp() + $4 * interval '1 millisecond'
             RETURNING (extract(epoch FROM next_call_at - clock_timestamp()) * 1000)::float8 - $3 AS "waitMs"`,
    },
    [tx.merchantId, turn.integrationConfigId, turn.spacingMs, turn.maxWaitMs],
  );
  return row && Math.max(0, row.waitMs);
}
