import type { App } from '../context.ts';
import { waitForTurn } from '../deliveries/account-rate.ts';
import { createCall } from './call-provider.ts';
import type { CallProvider, ProviderAccount, ProviderClient } from './provider.ts';

export type CallingApp = Pick<App, 'tenancy' | 'env' | 'outgoing' | 'deliveryRules'>;

/**
 * Calls of a merchant's account, none before its turn where the provider counts them by the minute. An account that is
 * not saved has no turns: `integrationConfigId` is null.
 */
export function createAccountCall(
  app: CallingApp,
  { merchantId, integrationConfigId }: { merchantId: string; integrationConfigId: string | null },
  client: ProviderClient,
  account: ProviderAccount,
): CallProvider {
  const call = createCall(app.outgoing, client, account, app.env);
  const { callsPerMinute } = client.limits;
  if (callsPerMinute === null || integrationConfigId === null) return call;
  return async (request) => {
    await waitForTurn(app, merchantId, integrationConfigId, callsPerMinute);
    return await call(request);
  };
}
