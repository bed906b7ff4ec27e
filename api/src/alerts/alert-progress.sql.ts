import type { AlertSettings } from 'domain/alerts';
import type { Moment } from '../lib/moment.ts';
import type { Tenancy, TenantTransaction } from '../tenant.ts';
import type { Usual } from './usual.sql.ts';

/** The ids of merchants with movements since they were last watched, in order, a page at a time. */
export async function listMerchantsToWatch(
  tenancy: Pick<Tenancy, 'lookup'>,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tenancy.lookup<{ id: string }>(
    { name: 'merchants_to_watch', text: 'SELECT * FROM lookup.merchants_to_watch($1, $2) AS id' },
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

export interface AlertProgressRow {
  /** Midnight at the merchant, a day before it was last watched, and of today. */
  since: Moment;
  today: Moment;
  entry_id: string;
  last_entry_id: string;
  /** Null where it has to be read again: after a week, and each day while there is too little to tell. */
  usual: Usual | null;
  settings: AlertSettings | null;
}

/** What is usual is read again after so many days. */
const USUAL_DAYS = 7;

/** Where the job goes on. Waits for a run over the same merchant. */
export async function lockAlertProgress(tx: TenantTransaction): Promise<AlertProgressRow> {
  await tx.query(
    {
      name: 'begin_alert_progress',
      text: `INSERT INTO alert_progress (merchant_id, watched_until, entry_id, usual, usual_day)
             SELECT $1, $2, coalesce(max(id), 0), '{}', '-infinity' FROM ledger_entries WHERE merchant_id = $1
             ON CONFLICT (merchant_id) DO NOTHING`,
    },
    [tx.merchantId, tx.now],
  );
  const [row] = await tx.query<AlertProgressRow>(
    {
      name: 'lock_alert_progress',
      // Two midnights, so that what committed late, or was confirmed a day later, is read again.
      text: `SELECT date_trunc('day', least(p.watched_until, $2) - interval '1 day', m.time_zone) AS since,
               date_trunc('day', $2::timestamptz, m.time_zone) AS today, p.entry_id::text,
               coalesce((SELECT max(id) FROM ledger_entries WHERE merchant_id = $1), 0)::text AS last_entry_id,
               CASE WHEN p.usual_day > today.day - CASE p.usual WHEN '{}' THEN 1 ELSE ${USUAL_DAYS} END
                 THEN p.usual END AS usual,
               ${SETTINGS} AS settings
             FROM alert_progress p JOIN merchants m ON m.id = p.merchant_id
             CROSS JOIN LATERAL (SELECT ($2 AT TIME ZONE m.time_zone)::date AS day) today
             LEFT JOIN alert_settings s ON s.merchant_id = p.merchant_id
             WHERE p.merchant_id = $1 FOR UPDATE OF p`,
    },
    [tx.merchantId, tx.now],
  );
  if (!row) throw new Error('the progress was not stored');
  return row;
}

/** The thresholds of `s`, null where the merchant saved none. */
const SETTINGS = `CASE WHEN s.merchant_id IS NOT NULL THEN jsonb_build_object(
  'employeeTimes', s.employee_times, 'employeeFloorCents', s.employee_floor_cents,
  'customerTimes', s.customer_times, 'customerFloorCents', s.customer_floor_cents,
  'purchasesADay', s.purchases_a_day, 'apartMinutes', s.apart_minutes, 'deviceCustomers', s.device_customers,
  'redeemedMinutes', s.redeemed_minutes, 'reversalsAWeek', s.reversals_a_week,
  'correctionsAWeekCents', s.corrections_a_week_cents, 'nightMovements', s.night_movements) END`;

export async function updateAlertProgress(
  tx: TenantTransaction,
  { entryId, newUsual }: { entryId: string; newUsual: Usual | undefined },
): Promise<void> {
  await tx.query(
    {
      name: 'update_alert_progress',
      text: `UPDATE alert_progress p SET watched_until = $2, entry_id = $3, usual = coalesce($4, p.usual),
               usual_day = CASE WHEN $4::jsonb IS NULL THEN p.usual_day ELSE ($2 AT TIME ZONE m.time_zone)::date END
             FROM merchants m WHERE p.merchant_id = $1 AND m.id = $1`,
    },
    [tx.merchantId, tx.now, entryId, newUsual ? JSON.stringify(newUsual) : null],
  );
}
