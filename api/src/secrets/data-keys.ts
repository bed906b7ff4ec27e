import { randomBytes } from 'node:crypto';
import { KEY_BYTES, type KeyRing, type SealingKey, seal, sealingKey, unseal } from '../lib/sealed.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type DataKeyRow, holdDataKeys, insertDataKey, listDataKeys } from './data-keys.sql.ts';

/**
 * Each merchant's own keys, wrapped by the key-encryption key and bound to their rows: in another's they do
 * not open.
 */

const bindingOf = (merchantId: string, version: number) => [
  'merchant_data_keys',
  merchantId,
  String(version),
];

export function wrapDataKey(
  merchantId: string,
  version: number,
  [keyEncryptionKey]: KeyRing,
  dataKey: Buffer,
): DataKeyRow {
  return { version, wrapped_key: seal(keyEncryptionKey, dataKey, bindingOf(merchantId, version)) };
}

export function unwrapDataKey(merchantId: string, keyEncryptionKeys: KeyRing, row: DataKeyRow): Buffer {
  return unseal(keyEncryptionKeys, row.wrapped_key, bindingOf(merchantId, row.version));
}

/** Opens all data keys of the merchant, the newest first. */
export async function openDataKeys(tx: TenantTransaction, keyEncryptionKeys: KeyRing): Promise<SealingKey[]> {
  const rows = await listDataKeys(tx);
  return rows.map((row) => sealingKey(unwrapDataKey(tx.merchantId, keyEncryptionKeys, row)));
}

/** The newest key of the merchant, to seal with in this transaction; the first one is made here. */
export async function currentDataKey(tx: TenantTransaction, keyEncryptionKeys: KeyRing): Promise<SealingKey> {
  await holdDataKeys(tx);
  let [row] = await listDataKeys(tx);
  if (!row) {
    await insertDataKey(tx, wrapDataKey(tx.merchantId, 1, keyEncryptionKeys, randomBytes(KEY_BYTES)));
    // Two first saves at once make one key: the stored one is read.
    [row] = await listDataKeys(tx);
  }
  if (!row) throw new Error('the merchant has no data key');
  return sealingKey(unwrapDataKey(tx.merchantId, keyEncryptionKeys, row));
}
