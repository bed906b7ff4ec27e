import type { Logger } from 'pino';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Tenancy } from '../tenant.ts';
import { upsertAlarm } from './alarms.sql.ts';

export type AlarmKind = 'expiry_held' | 'redemptions_held' | 'dated_ahead';

export interface AlarmDependencies {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
  log: Pick<Logger, 'error'>;
  env: { platformEmail: string | undefined };
}

/** Messages of alarms in the log, in e-mails and from the commands. */
export const ALARM_MESSAGES: Record<AlarmKind, string> = {
  expiry_held: 'credit that would expire at once is held until somebody confirms it',
  redemptions_held: 'redemptions are held: the ledger of the merchant does not add up',
  dated_ahead: "rows are dated later than the database's now, or before the one that they follow",
};

/**
 * Calls the platform: an open row for /ledgerz and the metrics, an error in the log once, and one e-mail
 * where there is an address. Raised again, an open alarm learns the newest details only.
 */
export async function raiseAlarm(
  { tenancy, log, env }: AlarmDependencies,
  alarm: { kind: AlarmKind; merchantId: string | null; details: Record<string, unknown> },
): Promise<void> {
  const { alarm_id: alarmId, is_new, is_mailed } = await upsertAlarm(tenancy, alarm);
  if (is_new) log.error({ alarmId, ...alarm }, ALARM_MESSAGES[alarm.kind]);
  // Enqueued until it was sent, under one key: a process that died in between loses no call, and many make
  // one letter.
  if (env.platformEmail !== undefined && !is_mailed)
    await enqueueJob({ query: tenancy.withoutTenant }, 'send-alarms', {}, { key: 'send-alarms' });
}
