import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../context.ts';
import { takeTurn } from './account-rate.sql.ts';
import { DeliveryPostponed } from './delivery.ts';

/** Turns are so much further apart than the provider asks for: a call may reach it a little later than it was made. */
const MARGIN = 1.1;

/**
 * Resolves when the account may be called once more, where its provider takes so many calls a minute, over all processes.
 * @throws DeliveryPostponed where that is too long to wait for
 */
export async function waitForTurn(
  { tenancy, deliveryRules }: Pick<App, 'tenancy' | 'deliveryRules'>,
  merchantId: string,
  integrationConfigId: string,
  callsPerMinute: number,
): Promise<void> {
  const spacingMs = (deliveryRules.minuteMs / callsPerMinute) * MARGIN;
  const waitMs = await tenancy.withTenant(merchantId, (tx) =>
    takeTurn(tx, { integrationConfigId, spacingMs, maxWaitMs: deliveryRules.turnMaxMs }),
  );
  if (waitMs === undefined) throw new DeliveryPostponed('the account has too many calls waiting');
  if (waitMs > 0) await wait(waitMs);
}
