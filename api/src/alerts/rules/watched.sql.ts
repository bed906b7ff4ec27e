import { TRACE } from '../trace.sql.ts';

/**
 * The rows that all rules read, once for all of them: $1 the merchant, $2 and $3 the window, $4 the
 * thresholds, $5 what is usual at the merchant, $6 the ledger entry after which purchases of before the
 * window were confirmed.
 * Each is found along an index that other reads have: purchases and redemptions by time, corrections by their
 * ids, which begin with the time, traces and addresses by the movement.
 */
export const WATCHED = `zone AS MATERIALIZED (
    SELECT time_zone AS name FROM merchants WHERE id = $1
  ), threshold AS MATERIALIZED (
    SELECT * FROM jsonb_to_record($4::jsonb) AS t (
      "employeeTimes" numeric, "employeeFloorCents" numeric, "customerTimes" numeric, "customerFloorCents" numeric,
      "purchasesADay" integer, "apartMinutes" integer, "deviceCustomers" integer, "redeemedMinutes" integer,
      "reversalsAWeek" integer, "correctionsAWeekCents" numeric, "nightMovements" integer)
  ), usual AS MATERIALIZED (
    SELECT * FROM jsonb_to_record($5::jsonb) AS u (
      "employeeDayCents" numeric, "customerDayCents" numeric, "networkShare" integer, "ownDeviceADay" numeric,
      "deviceCustomersADay" numeric, "reversalsAWeek" integer, "correctionsAWeekCents" numeric, "quietHours" jsonb)
  ), bought AS MATERIALIZED (
    SELECT t.id, t.employee_id, t.customer_id,
      (t.cashback_cents - t.reversed_cashback_cents + spent.cents)::bigint AS cents,
      t.created_at, t.qr_scanned_at AS confirmed_at, c.device_hash, c.network,
      (t.created_at AT TIME ZONE zone.name)::date AS day,
      (t.qr_scanned_at AT TIME ZONE zone.name)::date AS confirmed_day,
      extract(hour FROM t.created_at AT TIME ZONE zone.name)::integer AS hour,
      coalesce(counter.is_network, false) AS is_counter_network
    FROM (
      SELECT * FROM transactions WHERE merchant_id = $1 AND created_at >= $2 AND created_at < $3
      UNION ALL
      SELECT late.* FROM ledger_entries e
      JOIN transactions late ON late.merchant_id = $1 AND late.id = e.source_id AND late.created_at < $2
      WHERE e.merchant_id = $1 AND e.id > $6 AND e.kind = 'accrual'
    ) t
    CROSS JOIN zone
    CROSS JOIN LATERAL (
      -- A reversal that came after the cashback was spent has taken nothing back of this.
      SELECT CASE WHEN t.reversed_amount_cents = 0 THEN 0 ELSE coalesce((
        SELECT sum(v.shortfall_cents - v.recovered_cents) FROM purchase_reversals v
        WHERE v.merchant_id = $1 AND v.transaction_id = t.id), 0) END AS cents
    ) spent
    ${TRACE}
    WHERE t.reversed_amount_cents < t.amount_cents OR spent.cents > 0
  ), redeemed AS MATERIALIZED (
    SELECT r.id, r.employee_id, r.customer_id, r.amount_cents AS cents, r.created_at, r.completed_at,
      (r.created_at AT TIME ZONE zone.name)::date AS day,
      extract(hour FROM r.created_at AT TIME ZONE zone.name)::integer AS hour
    FROM redemptions r CROSS JOIN zone
    WHERE r.merchant_id = $1 AND r.created_at >= $2 AND r.created_at < $3 AND r.status = 'completed'
      AND NOT EXISTS (SELECT FROM redemption_reversals v WHERE v.merchant_id = $1 AND v.redemption_id = r.id)
  ), week_before AS MATERIALIZED (
    SELECT (lpad(to_hex((extract(epoch FROM $2::timestamptz - interval '7 days') * 1000)::bigint), 12, '0')
      || repeat('0', 20))::uuid AS first_id
  )`;

/** The movements of a group, the latest first, as many as a person looks at. */
export const MOVEMENTS = '(array_agg(id ORDER BY created_at DESC, id))[1:100]';
