import { DEFAULT_TAGS, lastFourOf, type SaveIntegration } from 'domain/integrations';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { newId } from '../lib/id.ts';
import type { Prisma } from '../lib/prisma.ts';
import type { StaffSession } from '../staff-session.ts';
import type { TenantTransaction } from '../tenant.ts';
import { assertKeyFits } from './assert-key-fits.ts';
import { type IntegrationRow, type IntegrationSettings, lockIntegration } from './integrations.sql.ts';
import { sealProviderKey } from './provider-key.ts';
import { type Integration, present } from './show-integrations.ts';

type Sealing = Pick<App, 'tenancy' | 'keyEncryptionKeys'>;
type Actor = { actor: StaffSession; request: { ip: string; userAgent?: string | undefined } };

/**
 * Stores a provider's settings, its key sealed. Without a key the stored one stays; the first time it is
 * required. Does not change whether the integration is active. Returns the stored integration, without the
 * key.
 */
export async function saveIntegration(
  { tenancy, keyEncryptionKeys }: Sealing,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: SaveIntegration,
): Promise<Integration> {
  const by = { actor: staff, request };
  return await tenancy.withTenant(staff.merchantId, async (tx) => {
    const before = await openRow(tx, input.provider);
    const settings = settingsOf(input, before);
    if (input.apiKey === undefined) await assertKeyFits(tx, keyEncryptionKeys, before, settings.serverPrefix);
    else await saveKey(tx, keyEncryptionKeys, before, input.apiKey, by);
    await saveSettings(tx, before, settings, by);
    const after = await lockIntegration(tx, input.provider);
    if (!after) throw new Error('the integration is not stored');
    return present(after);
  });
}

/** Locks the provider's row, made first if there is none, so that two first saves run one after the other. */
async function openRow(
  tx: TenantTransaction,
  provider: SaveIntegration['provider'],
): Promise<IntegrationRow> {
  const { merchantId, now: createdAt } = tx;
  const data = { merchantId, id: newId(), provider, defaultTags: [...DEFAULT_TAGS[provider]], createdAt };
  await tx.prisma(({ integrationConfig }) => integrationConfig.createMany({ data, skipDuplicates: true }));
  const row = await lockIntegration(tx, provider);
  if (!row) throw new Error('the integration has no row');
  return row;
}

async function saveKey(
  tx: TenantTransaction,
  keyEncryptionKeys: App['keyEncryptionKeys'],
  before: IntegrationRow,
  apiKey: string,
  by: Actor,
): Promise<void> {
  const last4 = lastFourOf(apiKey);
  const sealed = await sealProviderKey(tx, keyEncryptionKeys, before.provider, apiKey);
  await update(tx, before.id, { apiKeyEncrypted: Uint8Array.from(sealed), apiKeyLast4: last4 });
  await recordAudit(tx, {
    ...by,
    action: 'integration.save_key',
    entity: 'integration',
    entityId: before.id,
    details: {
      provider: before.provider,
      api_key_last4_before: before.apiKeyLast4,
      api_key_last4_after: last4,
    },
  });
}

async function saveSettings(
  tx: TenantTransaction,
  before: IntegrationRow,
  after: IntegrationSettings,
  by: Actor,
): Promise<void> {
  const changes = changesBetween<IntegrationSettings>(before, after);
  if (Object.keys(changes).length === 0) return;
  await update(tx, before.id, after);
  await recordAudit(tx, {
    ...by,
    action: 'integration.save',
    entity: 'integration',
    entityId: before.id,
    details: { provider: before.provider, ...changes },
  });
}

async function update(
  { merchantId, prisma }: TenantTransaction,
  id: string,
  data: Prisma.IntegrationConfigUpdateInput,
): Promise<void> {
  const where = { merchantId_id: { merchantId, id } };
  await prisma(({ integrationConfig }) => integrationConfig.update({ where, data, select: { id: true } }));
}

function settingsOf(input: SaveIntegration, before: IntegrationSettings): IntegrationSettings {
  return {
    audienceId: input.provider === 'mailchimp' ? input.audienceId : null,
    serverPrefix: input.provider === 'mailchimp' ? input.serverPrefix : null,
    syncOnSignup: input.syncOnSignup,
    syncOnPurchase: input.syncOnPurchase,
    syncOnRedemption: input.syncOnRedemption,
    sendsWithoutConsent: input.sendsWithoutConsent ?? before.sendsWithoutConsent,
  };
}
