import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';
import { TRACE } from './trace.sql.ts';

/** What is usual at a merchant, by its last 90 days. A number is absent while there is too little to tell. */
export interface Usual {
  /** Cashback of one employee in a full day: nine of ten days have less. */
  employeeDayCents?: number;
  /** Cashback of one customer in a day: 99 of 100 have less. */
  customerDayCents?: number;
  /** Basis points of the confirmations that come from the network of the counter. */
  networkShare?: number;
  /** Confirmations in a day by a browser like an employee's in the network of the counter. */
  ownDeviceADay?: number;
  /** Customers of the browser that has the most in a day. */
  deviceCustomersADay?: number;
  /** Of one employee. */
  reversalsAWeek?: number;
  correctionsAWeekCents?: number;
  /** Hours of the day, with their neighbors, that have less than one movement in 200. */
  quietHours?: number[];
}

/** Days with purchases before a merchant has a history to compare with. */
const LEAST_DAYS = 14;

/** Reads the 90 days before `until`. */
export async function readUsual(tx: TenantTransaction, until: Moment): Promise<Usual> {
  const [row] = await tx.query<{ usual: Usual }>(
    {
      name: 'read_usual',
      text: `WITH zone AS MATERIALIZED (
               SELECT time_zone AS name FROM merchants WHERE id = $1
             ), bought AS MATERIALIZED (
               SELECT t.employee_id, t.customer_id, t.cashback_cents - t.reversed_cashback_cents AS cents,
                 c.device_hash, c.network, (t.created_at AT TIME ZONE zone.name)::date AS day,
                 extract(hour FROM t.created_at AT TIME ZONE zone.name)::integer AS hour,
                 counter.is_network AS is_counter_network
               FROM transactions t CROSS JOIN zone
               ${TRACE}
               WHERE t.merchant_id = $1 AND t.created_at >= $2::timestamptz - interval '90 days' AND t.created_at < $2
                 AND t.reversed_amount_cents < t.amount_cents
             ), history AS (
               SELECT count(DISTINCT day) AS days, count(*) AS purchases,
                 count(DISTINCT employee_id) AS employees FROM bought
             ), hours AS (
               SELECT h.hour, (SELECT count(*) FROM bought b WHERE (b.hour - h.hour + 25) % 24 <= 2) AS near
               FROM generate_series(0, 23) AS h (hour)
             ), since AS (
               SELECT (lpad(to_hex((extract(epoch FROM $2::timestamptz - interval '90 days') * 1000)::bigint), 12, '0')
                 || repeat('0', 20))::uuid AS first_id
             )
             SELECT CASE WHEN h.days < ${LEAST_DAYS} THEN '{}' ELSE jsonb_strip_nulls(jsonb_build_object(
               'employeeDayCents', (SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY cents)
                 FROM (SELECT sum(cents) AS cents FROM bought GROUP BY employee_id, day) d),
               'customerDayCents', (SELECT percentile_cont(0.99) WITHIN GROUP (ORDER BY cents)
                 FROM (SELECT sum(cents) AS cents FROM bought GROUP BY customer_id, day) d),
               'networkShare', (SELECT CASE WHEN count(*) >= 100
                   THEN (10000 * count(*) FILTER (WHERE is_counter_network) / count(*))::integer END
                 FROM bought WHERE network IS NOT NULL),
               'ownDeviceADay', (SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY matches) FROM (
                 SELECT count(*) FILTER (WHERE is_counter_network AND device_hash IN (
                   SELECT device_hash FROM employee_devices WHERE merchant_id = $1)) AS matches
                 FROM bought GROUP BY day) d),
               'deviceCustomersADay', (SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY customers) FROM (
                 SELECT day, max(customers) AS customers FROM (
                   SELECT day, count(DISTINCT customer_id) AS customers FROM bought
                   WHERE device_hash IS NOT NULL GROUP BY day, device_hash, network) g
                 GROUP BY day) d),
               'reversalsAWeek', (SELECT ceil(count(*) * 7 / 90.0 / greatest(h.employees, 1)) FROM (
                 SELECT id FROM purchase_reversals
                 WHERE merchant_id = $1 AND id >= since.first_id AND created_at < $2 AND was_credited
                 UNION ALL SELECT id FROM redemption_reversals
                 WHERE merchant_id = $1 AND id >= since.first_id AND created_at < $2) v),
               'correctionsAWeekCents', (SELECT ceil(coalesce(sum(amount_cents), 0) * 7 / 90.0) FROM adjustments
                 WHERE merchant_id = $1 AND id >= since.first_id AND created_at < $2 AND amount_cents > 0),
               'quietHours', CASE WHEN h.purchases >= 200 THEN
                 (SELECT jsonb_agg(hour) FROM hours WHERE near * 200 < h.purchases) END
             )) END AS usual
             FROM history h CROSS JOIN since`,
    },
    [tx.merchantId, until],
  );
  return row?.usual ?? {};
}
