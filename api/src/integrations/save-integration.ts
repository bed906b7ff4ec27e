import { DEFAULT_TAGS, lastFourOf, type SaveIntegration, serverOfKey } from 'domain/integrations';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { newId } from '../lib/id.ts';
import type { TenantTransaction } from '../tenant.ts';
import {
  type IntegrationRow,
  insertIntegration,
  lockIntegration,
  type SettingsRow,
  updateIntegration,
  updateIntegrationKey,
} from './integrations.sql.ts';
import { openProviderKey, sealProviderKey } from './provider-key.ts';
import { type Integration, present } from './show-integrations.ts';

type Sealing = Pick<App, 'tenancy' | 'keyEncryptionKey'>;
type Actor = { actor: StaffSession; request: { ip: string; userAgent?: string | undefined } };

/**
 * Stores a provider's settings, its key sealed. A key that is left out stays as it is; the first time there has to be
 * one. Whether the integration is active does not change. Returns what is stored, without the key.
 */
export async function saveIntegration(
  { tenancy, keyEncryptionKey }: Sealing,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveIntegration,
): Promise<Integration> {
  const by = { actor: staff, request };
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await openRow(tx, input.provider);
    if (input.apiKey === undefined) await assertKeyStays(tx, keyEncryptionKey, before, input);
    else await saveKey(tx, keyEncryptionKey, before, input.apiKey, by);
    await saveSettings(tx, before, settingsOf(input), by);
    const after = await lockIntegration(tx, input.provider);
    if (!after) throw new Error('the integration is not stored');
    return present(after);
  });
}

/** The provider's row, locked. Made first where there is none, so that two first saves come one after the other. */
async function openRow(
  tx: TenantTransaction,
  provider: SaveIntegration['provider'],
): Promise<IntegrationRow> {
  await insertIntegration(tx, { id: newId(), provider, defaultTags: DEFAULT_TAGS[provider] });
  const row = await lockIntegration(tx, provider);
  if (!row) throw new Error('the integration has no row');
  return row;
}

/** There is a key, and it is of the server that is saved now. */
async function assertKeyStays(
  tx: TenantTransaction,
  keyEncryptionKey: App['keyEncryptionKey'],
  before: IntegrationRow,
  input: SaveIntegration,
): Promise<void> {
  const sealed = before.api_key_encrypted;
  if (!sealed) throw new Refusal('integration_key_missing');
  if (input.provider !== 'mailchimp' || input.serverPrefix === before.server_prefix) return;
  const server = serverOfKey(await openProviderKey(tx, keyEncryptionKey, input.provider, sealed));
  if (server && server !== input.serverPrefix)
    throw new Refusal('integration_key_of_another_server', { values: { server } });
}

async function saveKey(
  tx: TenantTransaction,
  keyEncryptionKey: App['keyEncryptionKey'],
  before: IntegrationRow,
  apiKey: string,
  by: Actor,
): Promise<void> {
  const last4 = lastFourOf(apiKey);
  const sealed = await sealProviderKey(tx, keyEncryptionKey, before.provider, apiKey);
  await updateIntegrationKey(tx, before.id, { sealed, last4 });
  await recordAudit(tx, {
    ...by,
    action: 'integration.save_key',
    entity: 'integration',
    entityId: before.id,
    details: {
      provider: before.provider,
      api_key_last4_before: before.api_key_last4,
      api_key_last4_after: last4,
    },
  });
}

async function saveSettings(
  tx: TenantTransaction,
  before: IntegrationRow,
  after: SettingsRow,
  by: Actor,
): Promise<void> {
  const columns = Object.keys(after) as (keyof SettingsRow)[];
  const changed = columns.filter((column) => before[column] !== after[column]);
  if (changed.length === 0) return;
  await updateIntegration(tx, before.id, after);
  await recordAudit(tx, {
    ...by,
    action: 'integration.save',
    entity: 'integration',
    entityId: before.id,
    details: {
      provider: before.provider,
      ...Object.fromEntries(
        changed.flatMap((column) => [
          [`${column}_before`, before[column]],
          [`${column}_after`, after[column]],
        ]),
      ),
    },
  });
}

function settingsOf(input: SaveIntegration): SettingsRow {
  return {
    audience_id: input.provider === 'mailchimp' ? input.audienceId : null,
    server_prefix: input.provider === 'mailchimp' ? input.serverPrefix : null,
    sync_on_signup: input.syncOnSignup,
    sync_on_purchase: input.syncOnPurchase,
    sync_on_redemption: input.syncOnRedemption,
  };
}
