import type { App } from '../context.ts';
import { forEachMerchant } from './for-each-merchant.ts';
import { listOverdueDeliveries, remindOfDeliveries } from './sweep-deliveries.sql.ts';

/** More are left to the next minute. */
const AT_ONCE = 1_000;

/**
 * Reminds of deliveries that are long due, which would be forgotten if a job were lost. Harmless to repeat and to run in
 * several processes at once.
 * @returns how many deliveries were long due
 */
export async function sweepDeliveries(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
): Promise<{ overdue: number }> {
  const overdue = await listOverdueDeliveries(tenancy, AT_ONCE);
  await forEachMerchant(tenancy, overdue, remindOfDeliveries, signal);
  return { overdue: overdue.length };
}
