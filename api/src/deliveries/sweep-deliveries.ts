import type { App } from '../context.ts';
import { forEachMerchant } from '../tenant.ts';
import { bringForward, listOverdue } from './deliveries.sql.ts';

/** The next minute's run does the rest. */
const MAX_PER_RUN = 1_000;

/**
 * Makes deliveries that are long overdue due again, in case their jobs were lost. Harmless to repeat and to
 * run in several processes at once.
 * @returns how many deliveries were overdue
 */
export async function sweepDeliveries(
  { tenancy }: Pick<App, 'tenancy'>,
  signal?: AbortSignal,
): Promise<{ overdue: number }> {
  const overdue = await listOverdue(tenancy, MAX_PER_RUN);
  await forEachMerchant(tenancy, overdue, bringForward, signal);
  return { overdue: overdue.length };
}
