import type { Provider } from 'domain/integrations';
import type { TenantTransaction } from '../tenant.ts';
import type { DataKeyRow } from './data-keys.sql.ts';
import {
  authenticatorBinding,
  providerKeyBinding,
  requestKeyBinding,
  type SecretBinding,
  webhookSecretBinding,
} from './secret-bindings.ts';

/**
 * The statements of `npm run ops -- keys:rotate`, which runs as the database's owner: the API's role may not
 * change data keys. It is the one place that knows every column that holds a sealed secret, for every
 * merchant.
 */

/** A column of sealed secrets: what tells a merchant's rows apart, and where a row's secret opens. */
interface SecretColumn {
  table: string;
  column: string;
  key: string;
  bindingOf(key: string): SecretBinding;
}

export const SECRET_COLUMNS: readonly SecretColumn[] = [
  {
    table: 'integration_configs',
    column: 'api_key_encrypted',
    key: 'provider',
    bindingOf: (provider) => providerKeyBinding(provider as Provider),
  },
  {
    table: 'webhook_secrets',
    column: 'secret_encrypted',
    key: 'version',
    bindingOf: (version) => webhookSecretBinding(Number(version)),
  },
  { table: 'provider_requests', column: 'api_key_encrypted', key: 'id', bindingOf: requestKeyBinding },
  {
    table: 'authenticators',
    column: 'secret_encrypted',
    key: 'employee_id',
    bindingOf: authenticatorBinding,
  },
];

/** Like `listDataKeys`; no other rotation changes them until this transaction is over. */
export async function lockDataKeys(tx: TenantTransaction): Promise<(DataKeyRow & { created_at: Date })[]> {
  return await tx.query(
    {
      name: 'lock_data_keys',
      text: `SELECT version, wrapped_key, created_at FROM merchant_data_keys WHERE merchant_id = $1
             ORDER BY version DESC FOR NO KEY UPDATE`,
    },
    [tx.merchantId],
  );
}

export async function updateWrappedKey(tx: TenantTransaction, key: DataKeyRow): Promise<void> {
  await tx.query(
    {
      name: 'update_wrapped_key',
      text: 'UPDATE merchant_data_keys SET wrapped_key = $3 WHERE merchant_id = $1 AND version = $2',
    },
    [tx.merchantId, key.version, key.wrapped_key],
  );
}

/** True if no transaction is sealing something. It does not wait: others would wait behind it. */
export async function isNobodySealing(tx: TenantTransaction): Promise<boolean> {
  const [row] = await tx.query<{ alone: boolean }>(
    {
      name: 'is_nobody_sealing',
      text: "SELECT pg_try_advisory_xact_lock(hashtextextended('data-keys:' || $1::text, 0)) AS alone",
    },
    [tx.merchantId],
  );
  return row?.alone === true;
}

export interface SecretRow {
  column: SecretColumn;
  key: string;
  sealed: Buffer;
}

/** Reads and locks all secrets of the merchant; no other transaction changes them until this one is over. */
export async function lockSecrets(tx: TenantTransaction): Promise<SecretRow[]> {
  const secrets: SecretRow[] = [];
  for (const each of SECRET_COLUMNS) {
    const rows = await tx.query<{ key: string; sealed: Buffer }>(
      {
        name: `lock_secrets_${each.table}`,
        text: `SELECT ${each.key}::text AS key, ${each.column} AS sealed FROM ${each.table}
               WHERE merchant_id = $1 AND ${each.column} IS NOT NULL ORDER BY ${each.key} FOR NO KEY UPDATE`,
      },
      [tx.merchantId],
    );
    secrets.push(...rows.map((row) => ({ column: each, ...row })));
  }
  return secrets;
}

export async function updateSecret(
  tx: TenantTransaction,
  { column: { table, column, key }, ...row }: SecretRow,
): Promise<void> {
  await tx.query(
    {
      name: `update_secret_${table}`,
      text: `UPDATE ${table} SET ${column} = $3 WHERE merchant_id = $1 AND ${key}::text = $2`,
    },
    [tx.merchantId, row.key, row.sealed],
  );
}
