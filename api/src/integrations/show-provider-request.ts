import type { Provider } from 'domain/integrations';
import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { findProviderRequest, type ProviderRequestKind } from './provider-requests.sql.ts';

/** What somebody in front of a screen asked of a provider, and what came of it. */
export interface ProviderRequestView {
  state: 'waiting' | 'succeeded' | 'failed';
  kind: ProviderRequestKind;
  provider: Provider;
  /** Why it failed, in the provider's words where it had some. */
  message: string | null;
  /** Of a connection test that succeeded. */
  accountName: string | null;
  contacts: number | null;
  /** Of a campaign; also where it was made and something went wrong afterwards. */
  campaignId: string | null;
}

/** Throws Refusal 'provider_request_not_found'; answers are kept for a day. */
export async function showProviderRequest(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { requestId }: { requestId: string },
): Promise<ProviderRequestView> {
  const row = await tenancy.withTenant(merchantId, (tx) => findProviderRequest(tx, requestId));
  if (!row) throw new Refusal('provider_request_not_found');
  return {
    state: row.state,
    kind: row.kind,
    provider: row.provider,
    message: row.error_message,
    accountName: row.result?.accountName ?? null,
    contacts: row.result?.contacts ?? null,
    campaignId: row.result?.campaignId ?? null,
  };
}
