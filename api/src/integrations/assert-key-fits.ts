import { serverOfKey } from 'domain/integrations';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { IntegrationRow } from './integrations.sql.ts';
import { openProviderKey } from './provider-key.ts';

/**
 * Asserts that a key is stored and belongs to the server it will be used with; null if a provider has one
 * server. Throws Refusal 'integration_key_missing', 'integration_key_of_another_server'.
 */
export async function assertKeyFits(
  tx: TenantTransaction,
  keyEncryptionKeys: App['keyEncryptionKeys'],
  stored: IntegrationRow,
  serverPrefix: string | null,
): Promise<void> {
  const sealed = stored.apiKeyEncrypted;
  if (!sealed) throw new Refusal('integration_key_missing');
  if (serverPrefix === null || serverPrefix === stored.serverPrefix) return;
  const server = serverOfKey(await openProviderKey(tx, keyEncryptionKeys, stored.provider, sealed));
  if (server && server !== serverPrefix)
    throw new Refusal('integration_key_of_another_server', { values: { server } });
}
