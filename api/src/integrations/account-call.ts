import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../context.ts';
import { DeliveryDeferred } from '../deliveries/delivery.ts';
import { createCall } from './call-provider.ts';
import { claimTurn } from './integrations.sql.ts';
import type { CallProvider, ProviderAccount, ProviderClient } from './provider.ts';

export type CallingApp = Pick<App, 'tenancy' | 'env' | 'outgoing' | 'deliveryRules'>;

/** Safety margin: calls may arrive later than sent, and so closer together. */
const MARGIN = 1.1;

/**
 * Calls of a merchant's account. If its provider counts calls by the minute, each waits for its turn. An
 * account that is not saved has no turns: `integrationConfigId` is null.
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

/**
 * Resolves when the account may be called once. Turns are `1 / callsPerMinute` minutes apart, over all
 * processes.
 * @throws DeliveryDeferred if that is longer than `turnMaxMs` away
 */
export async function waitForTurn(
  { tenancy, deliveryRules }: Pick<App, 'tenancy' | 'deliveryRules'>,
  merchantId: string,
  integrationConfigId: string,
  callsPerMinute: number,
): Promise<void> {
  const spacingMs = (deliveryRules.minuteMs / callsPerMinute) * MARGIN;
  const waitMs = await tenancy.withTenant(merchantId, (tx) =>
    claimTurn(tx, { integrationConfigId, spacingMs, maxWaitMs: deliveryRules.turnMaxMs }),
  );
  if (waitMs === undefined) throw new DeliveryDeferred('the account has too many calls waiting');
  if (waitMs > 0) await wait(waitMs);
}
