import type { Tenancy } from '../tenant.ts';

/** Alarms are the platform's, no tenant's: the schema operations has no row-level security. */

export interface AlarmRow {
  alarm_id: number;
  kind: string;
  /** Null: the whole platform. */
  merchant_id: string | null;
  details: Record<string, unknown>;
  raised_at: Date;
  mailed_at: Date | null;
}

type Door = Pick<Tenancy, 'withoutTenant'>;

/** Opens the alarm, or updates the details of the open one. */
export async function upsertAlarm(
  tenancy: Door,
  alarm: { kind: string; merchantId: string | null; details: object },
): Promise<{ alarm_id: number; is_new: boolean; is_mailed: boolean }> {
  const [row] = await tenancy.withoutTenant<{ alarm_id: number; is_new: boolean; is_mailed: boolean }>(
    {
      name: 'upsert_alarm',
      text: `INSERT INTO operations.alarms AS a (kind, merchant_id, details) VALUES ($1, $2, $3)
             ON CONFLICT (kind, merchant_id) WHERE ended_at IS NULL DO UPDATE SET details = excluded.details
             RETURNING a.id AS alarm_id, a.xmax = 0 AS is_new, a.mailed_at IS NOT NULL AS is_mailed`,
    },
    [alarm.kind, alarm.merchantId, JSON.stringify(alarm.details)],
  );
  if (!row) throw new Error('the alarm was not stored');
  return row;
}

/** Ends the open alarm, if there is one. */
export async function endAlarm(
  tenancy: Door,
  alarm: { kind: string; merchantId: string | null },
  endedBy: string,
): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'end_alarm',
      text: `UPDATE operations.alarms SET ended_at = clock_timestamp(), ended_by = $3
             WHERE kind = $1 AND merchant_id IS NOT DISTINCT FROM $2::uuid AND ended_at IS NULL`,
    },
    [alarm.kind, alarm.merchantId, endedBy],
  );
}

/** Oldest first, those of the platform before those of merchants. */
export async function listOpenAlarms(tenancy: Door): Promise<AlarmRow[]> {
  return await tenancy.withoutTenant<AlarmRow>(
    {
      name: 'list_open_alarms',
      text: `SELECT id AS alarm_id, kind, merchant_id, details, raised_at, mailed_at FROM operations.alarms
             WHERE ended_at IS NULL ORDER BY merchant_id IS NOT NULL, raised_at, id`,
    },
    [],
  );
}

export async function setAlarmsMailed(tenancy: Door, alarmIds: number[]): Promise<void> {
  await tenancy.withoutTenant(
    {
      name: 'set_alarms_mailed',
      text: 'UPDATE operations.alarms SET mailed_at = clock_timestamp() WHERE id = ANY ($1::bigint[])',
    },
    [alarmIds],
  );
}
