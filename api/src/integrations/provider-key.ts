import { randomBytes } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { KEY_BYTES, type SealingKey, seal, sealingKey, unseal } from '../lib/sealed.ts';
import type { TenantTransaction } from '../tenant.ts';
import { type DataKeyRow, insertDataKey, listDataKeys } from './data-keys.sql.ts';

/**
 * A provider's key is sealed with the merchant's own data key, and that one with the key-encryption key, which only
 * the process knows. Each is bound to its place, so that neither opens in another merchant's rows or for another
 * provider.
 */

const keyPlace = (merchantId: string, provider: Provider) => [
  'integration_configs',
  merchantId,
  provider,
  'api_key',
];
const dataKeyPlace = (merchantId: string, version: number) => [
  'merchant_data_keys',
  merchantId,
  String(version),
];

function unwrap(tx: TenantTransaction, keyEncryptionKey: SealingKey, row: DataKeyRow): SealingKey {
  return sealingKey(unseal([keyEncryptionKey], row.wrapped_key, dataKeyPlace(tx.merchantId, row.version)));
}

/** The newest key of the merchant; its first one is made here. */
async function currentDataKey(tx: TenantTransaction, keyEncryptionKey: SealingKey): Promise<SealingKey> {
  let [row] = await listDataKeys(tx);
  if (!row) {
    const version = 1;
    const wrapped = seal(keyEncryptionKey, randomBytes(KEY_BYTES), dataKeyPlace(tx.merchantId, version));
    await insertDataKey(tx, { version, wrapped_key: wrapped });
    // Two first saves at once make one key: whose it is, is read.
    [row] = await listDataKeys(tx);
  }
  if (!row) throw new Error('the merchant has no data key');
  return unwrap(tx, keyEncryptionKey, row);
}

/** What `integration_configs.api_key_encrypted` holds. */
export async function sealProviderKey(
  tx: TenantTransaction,
  keyEncryptionKey: SealingKey,
  provider: Provider,
  key: string,
): Promise<Buffer> {
  const dataKey = await currentDataKey(tx, keyEncryptionKey);
  return seal(dataKey, Buffer.from(key), keyPlace(tx.merchantId, provider));
}

/** The key in clear, for a call to the provider. It goes into no answer, log, job or audit entry. */
export async function openProviderKey(
  tx: TenantTransaction,
  keyEncryptionKey: SealingKey,
  provider: Provider,
  sealed: Buffer,
): Promise<string> {
  const dataKeys = (await listDataKeys(tx)).map((row) => unwrap(tx, keyEncryptionKey, row));
  return unseal(dataKeys, sealed, keyPlace(tx.merchantId, provider)).toString();
}
