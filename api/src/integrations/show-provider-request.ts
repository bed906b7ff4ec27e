import type { Provider } from 'domain/integrations';
import { Refusal } from '../errors.ts';
import type { Tenancy } from '../tenant.ts';
import { findProviderRequest, type ProviderRequestKind } from './provider-requests.sql.ts';

/** A request that an employee waits for at the screen, and its answer. */
export interface ProviderRequestView {
  state: 'waiting' | 'succeeded' | 'failed';
  kind: ProviderRequestKind;
  provider: Provider;
  /** Why it failed, in the provider's own words if there are any. */
  message: string | null;
  /** Set by a connection test that succeeded. */
  accountName: string | null;
  contacts: number | null;
  /** Set once a campaign exists, also if a later step failed. */
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
