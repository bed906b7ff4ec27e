import { type KeyRing, sealingKey, unseal } from '../lib/sealed.ts';
import { listDataKeys } from '../secrets/data-keys.sql.ts';
import { unwrapDataKey } from '../secrets/data-keys.ts';
import { contextOf } from '../secrets/merchant-secrets.ts';
import { SECRET_COLUMNS } from '../secrets/rotation.sql.ts';
import type { TenantTransaction } from '../tenant.ts';
import { overMerchants } from './verify-database.ts';

export interface OpenedSecrets {
  dataKeys: number;
  secrets: number;
  /** 'merchant: why' */
  failures: string[];
}

interface Found {
  dataKeys: number;
  secrets: number;
}

/** Throws when one of the merchant's does not open. */
async function openMerchantSecrets(tx: TenantTransaction, keys: KeyRing): Promise<Found> {
  const wrapped = await listDataKeys(tx);
  const dataKeys = wrapped.map((row) => sealingKey(unwrapDataKey(tx.merchantId, keys, row)));
  let secrets = 0;
  for (const { table, column, key, bindingOf } of SECRET_COLUMNS) {
    const rows = await tx.query<{ key: string; sealed: Buffer }>(
      {
        name: `open_secrets_${table}`,
        text: `SELECT ${key}::text AS key, ${column} AS sealed FROM ${table}
               WHERE merchant_id = $1 AND ${column} IS NOT NULL ORDER BY ${key}`,
      },
      [tx.merchantId],
    );
    for (const row of rows) unseal(dataKeys, row.sealed, contextOf(tx, bindingOf(row.key)));
    secrets += rows.length;
  }
  return { dataKeys: dataKeys.length, secrets };
}

/** Opens every sealed secret of every merchant, and neither reports nor keeps their content. */
export function openSecrets(databaseUrl: string, keys: KeyRing): Promise<OpenedSecrets> {
  return overMerchants(databaseUrl, undefined, async (tenancy, ids) => {
    const total: OpenedSecrets = { dataKeys: 0, secrets: 0, failures: [] };
    for await (const id of ids) {
      try {
        const found = await tenancy.withTenant(id, (tx) => openMerchantSecrets(tx, keys));
        total.dataKeys += found.dataKeys;
        total.secrets += found.secrets;
      } catch (error) {
        total.failures.push(`${id}: ${error instanceof Error ? error.message : error}`);
      }
    }
    return total;
  });
}
