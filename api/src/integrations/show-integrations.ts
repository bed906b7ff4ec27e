import { DEFAULT_SERVER_PREFIX, DEFAULT_SYNC, PROVIDERS, type Provider } from 'domain/integrations';
import type { Tenancy } from '../tenant.ts';
import { type IntegrationRow, listIntegrations } from './integrations.sql.ts';

/** A provider's settings for the browser: of the key, four characters. */
export interface Integration {
  provider: Provider;
  isStored: boolean;
  keyLast4: string | null;
  audienceId: string | null;
  serverPrefix: string | null;
  syncOnSignup: boolean;
  syncOnPurchase: boolean;
  syncOnRedemption: boolean;
  sendsWithoutConsent: boolean;
  isActive: boolean;
  /** ISO 8601; null until something was sent. */
  lastSyncAt: string | null;
  syncCount: number;
}

/** Every provider; one that is not stored has the form's defaults. */
export async function showIntegrations(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
): Promise<{ integrations: Integration[] }> {
  const rows = await tenancy.withTenant(merchantId, listIntegrations);
  const integrations = PROVIDERS.map((provider) => {
    const row = rows.find((each) => each.provider === provider);
    return row ? present(row) : unstored(provider);
  });
  return { integrations };
}

export function present(row: IntegrationRow): Integration {
  return {
    provider: row.provider,
    isStored: row.apiKeyEncrypted !== null,
    keyLast4: row.apiKeyLast4,
    audienceId: row.audienceId,
    serverPrefix: row.serverPrefix,
    syncOnSignup: row.syncOnSignup,
    syncOnPurchase: row.syncOnPurchase,
    syncOnRedemption: row.syncOnRedemption,
    sendsWithoutConsent: row.sendsWithoutConsent,
    isActive: row.isActive,
    lastSyncAt: row.lastSyncAt?.toISOString() ?? null,
    syncCount: row.syncCount,
  };
}

function unstored(provider: Provider): Integration {
  return {
    provider,
    isStored: false,
    keyLast4: null,
    audienceId: null,
    serverPrefix: provider === 'mailchimp' ? DEFAULT_SERVER_PREFIX : null,
    ...DEFAULT_SYNC,
    sendsWithoutConsent: false,
    isActive: false,
    lastSyncAt: null,
    syncCount: 0,
  };
}
