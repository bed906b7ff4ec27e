import { ALERT_SETTINGS } from 'domain/alerts';
import type { App } from '../context.ts';
import { isDatabaseAway } from '../lib/database-errors.ts';
import { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { listMerchantsToWatch, lockAlertProgress, updateAlertProgress } from './alert-progress.sql.ts';
import { insertAlerts } from './alerts.sql.ts';
import { growHolds } from './redemption-holds.sql.ts';
import { readUsual } from './usual.sql.ts';

const MERCHANTS_PER_READ = 1_000;

/**
 * Looks at what was written since the last run, of each merchant with something new. Harmless to repeat and
 * to stop. A merchant that fails stops no other, and the run fails at its end.
 * @returns the number of alerts that were written or changed
 */
export async function watchMovements(
  { log, tenancy }: Pick<App, 'log' | 'tenancy'>,
  signal?: AbortSignal,
): Promise<number> {
  let alerts = 0;
  let failed = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const merchantIds = await listMerchantsToWatch(tenancy, after, MERCHANTS_PER_READ);
    for (const merchantId of merchantIds) {
      signal?.throwIfAborted();
      try {
        alerts += await tenancy.withTenant(merchantId, watchMerchant);
      } catch (err) {
        if (isDatabaseAway(err)) throw err;
        log.error({ err, merchantId }, 'the movements of a merchant could not be watched');
        failed += 1;
      }
    }
    const last = merchantIds.at(-1);
    if (last === undefined || merchantIds.length < MERCHANTS_PER_READ) break;
    after = last;
  }
  if (failed > 0) throw new Error(`${failed} merchants could not be watched`);
  return alerts;
}

/** Writes the alerts of one merchant as of the transaction's time. Returns how many are new or changed. */
export async function watchMerchant(tx: TenantTransaction): Promise<number> {
  const progress = await lockAlertProgress(tx);
  const newUsual = progress.usual ? undefined : await readUsual(tx, progress.today);
  const alerts = await insertAlerts(tx, {
    since: progress.since,
    // What was written in this moment has a date of its own, and is read by the next run as well.
    until: Moment.at(tx.now.getTime() + 1),
    settings: progress.settings ?? ALERT_SETTINGS,
    usual: newUsual ?? progress.usual ?? {},
    entryId: progress.entry_id,
  });
  if (alerts.length > 0) await growHolds(tx, alerts);
  await updateAlertProgress(tx, { entryId: progress.last_entry_id, newUsual });
  return alerts.length;
}
