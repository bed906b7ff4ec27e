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
    isStored: row.api_key_encrypted !== null,
    keyLast4: row.api_key_last4,
    audienceId: row.audience_id,
    serverPrefix: row.server_prefix,
    syncOnSignup: row.sync_on_signup,
    syncOnPurchase: row.sync_on_purchase,
    syncOnRedemption: row.sync_on_redemption,
    isActive: row.is_active,
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
    syncCount: row.sync_count,
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
    isActive: false,
    lastSyncAt: null,
    syncCount: 0,
  };
}
