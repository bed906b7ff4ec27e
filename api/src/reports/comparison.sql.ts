import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { TotalsRow } from './period-totals.ts';

/** Conditions of a row of the day in question, up to the time in question. */
const IS_IN_PART =
  'created_at >= starts_at AND created_at < ends_at AND (created_at AT TIME ZONE time_zone)::time <= until';

export interface ReportClockRow {
  /** The merchant's day. */
  today: string;
  /** 'HH:MM' of the merchant's clock. */
  time: string;
  /** The merchant's first day here, or an earlier one that something is recorded on. */
  since: string;
}

/** The merchant's day and clock at `now`, and the day from which its numbers mean something. */
export async function getReportClock(tx: TenantTransaction, now: Moment): Promise<ReportClockRow> {
  const [row] = await tx.query<ReportClockRow>(
    {
      name: 'get_report_clock',
      text: `SELECT ($2::timestamptz AT TIME ZONE time_zone)::date::text AS today,
               to_char($2::timestamptz AT TIME ZONE time_zone, 'HH24:MI') AS time,
               least((created_at AT TIME ZONE time_zone)::date,
                 (SELECT min(day) FROM daily_rollups WHERE merchant_id = $1))::text AS since
             FROM merchants WHERE id = $1`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('the tenant has no merchant row');
  return row;
}

/**
 * Sums one day up to the time that the merchant's clock shows at `now`. Rollups are of whole days, so these
 * are the rows of that day, counted as recompute_daily_rollups counts them.
 */
export async function sumDayUntil(tx: TenantTransaction, day: string, now: Moment): Promise<TotalsRow> {
  const [row] = await tx.query<TotalsRow>(
    {
      name: 'sum_day_until',
      text: `WITH part AS MATERIALIZED (
               SELECT time_zone, ($3::timestamptz AT TIME ZONE time_zone)::time AS until,
                 $2::date::timestamp AT TIME ZONE time_zone AS starts_at,
                 ($2::date + 1)::timestamp AT TIME ZONE time_zone AS ends_at
               FROM merchants WHERE id = $1)
             SELECT p.*, r.*, c.*
             FROM (SELECT count(*) AS purchases, coalesce(sum(amount_cents - reversed_amount_cents), 0)::bigint AS revenue_cents,
                     coalesce(sum(cashback_cents - reversed_cashback_cents), 0)::bigint AS cashback_cents
                   FROM transactions, part WHERE merchant_id = $1 AND status = 'completed' AND ${IS_IN_PART}) p,
               (SELECT count(*) AS redemptions, coalesce(sum(amount_cents), 0)::bigint AS redeemed_cents
                FROM redemptions, part WHERE merchant_id = $1 AND status = 'completed' AND ${IS_IN_PART}) r,
               (SELECT count(*) AS new_customers
                FROM customers, part WHERE merchant_id = $1 AND merged_into_id IS NULL AND ${IS_IN_PART}) c`,
    },
    [tx.merchantId, day, now],
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}
