import type { Provider } from 'domain/integrations';
import type { KeyRing } from '../lib/sealed.ts';
import { openForMerchant, sealForMerchant } from '../secrets/merchant-secrets.ts';
import { providerKeyBinding } from '../secrets/secret-bindings.ts';
import type { TenantTransaction } from '../tenant.ts';

/** The value of `integration_configs.api_key_encrypted`. */
export async function sealProviderKey(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
  provider: Provider,
  key: string,
): Promise<Buffer> {
  return await sealForMerchant(tx, keyEncryptionKeys, providerKeyBinding(provider), Buffer.from(key));
}

/** The key in clear, for a call to the provider. It goes into no answer, log, job or audit entry. */
export async function openProviderKey(
  tx: TenantTransaction,
  keyEncryptionKeys: KeyRing,
  provider: Provider,
  sealed: Buffer,
): Promise<string> {
  const key = await openForMerchant(tx, keyEncryptionKeys, providerKeyBinding(provider), sealed);
  return key.toString();
}
