import type { Provider } from 'domain/integrations';
import type { TenantTransaction } from '../tenant.ts';

/** The settings that employees change, named as their columns. */
export interface SettingsRow {
  audience_id: string | null;
  server_prefix: string | null;
  sync_on_signup: boolean;
  sync_on_purchase: boolean;
  sync_on_redemption: boolean;
}

export interface IntegrationRow extends SettingsRow {
  id: string;
  provider: Provider;
  api_key_encrypted: Buffer | null;
  api_key_last4: string | null;
  default_tags: string[];
  is_active: boolean;
  last_sync_at: Date | null;
  sync_count: number;
}

const COLUMNS = `id, provider, api_key_encrypted, api_key_last4, audience_id, server_prefix, sync_on_signup,
  sync_on_purchase, sync_on_redemption, default_tags, is_active, last_sync_at, sync_count`;

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

/** Makes the provider's row, without a key, unless there is one. */
export async function insertIntegration(
  tx: TenantTransaction,
  integration: { id: string; provider: Provider; defaultTags: readonly string[] },
): Promise<void> {
  await tx.query(
    {
      name: 'insert_integration',
      text: `INSERT INTO integration_configs (merchant_id, id, provider, default_tags) VALUES ($1, $2, $3, $4)
             ON CONFLICT (merchant_id, provider) DO NOTHING`,
    },
    [tx.merchantId, integration.id, integration.provider, integration.defaultTags],
  );
}

export async function updateIntegration(
  tx: TenantTransaction,
  id: string,
  settings: SettingsRow,
): Promise<void> {
  await tx.query(
    {
      name: 'update_integration',
      text: `UPDATE integration_configs SET audience_id = $3, server_prefix = $4, sync_on_signup = $5,
               sync_on_purchase = $6, sync_on_redemption = $7
             WHERE merchant_id = $1 AND id = $2`,
    },
    [
      tx.merchantId,
      id,
      settings.audience_id,
      settings.server_prefix,
      settings.sync_on_signup,
      settings.sync_on_purchase,
      settings.sync_on_redemption,
    ],
  );
}

export async function updateIntegrationKey(
  tx: TenantTransaction,
  id: string,
  key: { sealed: Buffer; last4: string },
): Promise<void> {
  await tx.query(
    {
      name: 'update_integration_key',
      text: `UPDATE integration_configs SET api_key_encrypted = $3, api_key_last4 = $4
             WHERE merchant_id = $1 AND id = $2`,
    },
    [tx.merchantId, id, key.sealed, key.last4],
  );
}

export async function updateIntegrationActive(
  tx: TenantTransaction,
  id: string,
  isActive: boolean,
): Promise<void> {
  await tx.query(
    {
      name: 'update_integration_active',
      text: 'UPDATE integration_configs SET is_active = $3 WHERE merchant_id = $1 AND id = $2',
    },
    [tx.merchantId, id, isActive],
  );
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
  const [row] = await tx.query<{ wait_ms: number }>(
    {
      name: 'claim_turn',
      text: `INSERT INTO integration_rates AS r (merchant_id, integration_config_id, next_call_at)
             VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
             ON CONFLICT (merchant_id, integration_config_id) DO UPDATE
               SET next_call_at = greatest(r.next_call_at, clock_timestamp()) + $3 * interval '1 millisecond'
               WHERE r.next_call_at <= clock_timestamp() + $4 * interval '1 millisecond'
             RETURNING (extract(epoch FROM next_call_at - clock_timestamp()) * 1000)::float8 - $3 AS wait_ms`,
    },
    [tx.merchantId, turn.integrationConfigId, turn.spacingMs, turn.maxWaitMs],
  );
  return row && Math.max(0, row.wait_ms);
}
