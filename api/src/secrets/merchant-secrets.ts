import { type KeyRing, seal, unseal } from '../lib/sealed.ts';
import type { TenantTransaction } from '../tenant.ts';
import { currentDataKey, openDataKeys } from './data-keys.ts';
import type { SecretBinding } from './secret-bindings.ts';

/**
 * A merchant's secret is sealed with the merchant's own data key, and that one with the key-encryption key,
 * which only the process knows. Each is bound to its place, so that neither opens in another merchant's rows
 * or as something else.
 */

export const contextOf = ({ merchantId }: TenantTransaction, [table, ...what]: SecretBinding) => [
  table,
  merchantId,
  ...what,
];

/** Seals a value for a column `…_encrypted`. */
export async function sealForMerchant(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
  binding: SecretBinding,
  secret: Buffer,
): Promise<Buffer> {
  return seal(await currentDataKey(tx, keyEncryptionKeys), secret, contextOf(tx, binding));
}

/** The secret in clear, for the moment it is needed. It goes into no answer, log, job or audit entry. */
export async function openForMerchant(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
  binding: SecretBinding,
  sealed: Buffer,
): Promise<Buffer> {
  return unseal(await openDataKeys(tx, keyEncryptionKeys), sealed, contextOf(tx, binding));
}
