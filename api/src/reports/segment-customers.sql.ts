import type { SegmentLimits } from 'domain/segments';
import type { Moment } from '../lib/moment.ts';
import { SHOWN_NAME, SHOWN_PHONE } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';
import type { SegmentPosition } from './segment-cursor.ts';

/** Buyers of one segment and value, or of all values; each range with both ends. */
export interface SegmentFilter extends SegmentLimits {
  spent: [fromCents: number, toCents: number];
}

export interface SegmentDayRow {
  day: string;
  /**
   * Customers who bought for the last time that day, as often and for as much; not all of them need be of the
   * segment.
   */
  customers: number;
}

/**
 * The newest days, from `to` backwards, on which such customers bought for the last time, at most `limit`.
 */
export async function listSegmentDays(
  tx: TenantTransaction,
  { last, purchases, spent }: SegmentFilter,
  { to, limit }: { to: string; limit: number },
): Promise<SegmentDayRow[]> {
  return await tx.query<SegmentDayRow>(
    {
      name: 'list_segment_days',
      text: `SELECT day::text, sum(customers) AS customers FROM segment_rollups
             WHERE merchant_id = $1 AND edge = 'last' AND day BETWEEN $2::date AND least($3::date, $4::date) AND customers > 0
               AND frequency_class BETWEEN frequency_class($5) AND frequency_class($6)
               AND value_class BETWEEN value_class($7) AND value_class($8)
             GROUP BY segment_rollups.day ORDER BY segment_rollups.day DESC LIMIT $9`,
    },
    [tx.merchantId, ...last, to, ...purchases, ...spent, limit],
  );
}

/** Where a page begins, its rows at most, and the moment of its balances. */
export interface SegmentPage {
  after: SegmentPosition;
  limit: number;
  now: Moment;
}

export interface SegmentCustomerRow {
  customer_id: string;
  name: string | null;
  phone: string;
  purchases: number;
  spent_cents: number;
  first_day: string;
  last_day: string;
  /** Spendable at `now`. */
  available_cents: number;
  /** The merchant's last day on which the first part of it counts; null where none expires. */
  expires_on: string | null;
}

const IN_ORDER = 'ORDER BY f.last_day DESC, f.customer_id DESC';
const COLUMNS = `f.customer_id, ${SHOWN_NAME} AS name, ${SHOWN_PHONE}, f.purchases, f.spent_cents, f.first_day::text, f.last_day::text,
  coalesce(l.available_cents, 0) AS available_cents, l.expires_on::text`;
/** The customers of the rows `f`, with what they may spend at the moment of the parameter `now`. */
const ofCustomer = (now: string) => `JOIN customers c ON c.merchant_id = $1 AND c.id = f.customer_id
  JOIN merchants m ON m.id = c.merchant_id
  LEFT JOIN LATERAL (
    SELECT sum(remaining_cents)::bigint AS available_cents,
      -- The last moment before the lot expires: its last day ends there.
      (min(expires_at) AT TIME ZONE m.time_zone - interval '1 microsecond')::date AS expires_on
    FROM cashback_lots
    WHERE merchant_id = $1 AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = c.id
      AND available_at <= ${now} AND (expires_at IS NULL OR expires_at > ${now})) l ON true`;

/**
 * The customers of the segment who bought for the last time on one of `days` and come after `after`; newest
 * first.
 */
export async function listSegmentCustomers(
  tx: TenantTransaction,
  { first, purchases, spent }: SegmentFilter,
  days: readonly string[],
  { after, limit, now }: SegmentPage,
): Promise<SegmentCustomerRow[]> {
  return await tx.query<SegmentCustomerRow>(
    {
      name: 'list_segment_customers',
      text: `SELECT ${COLUMNS}
             FROM (SELECT f.* FROM unnest($2::date[]) AS d (day), LATERAL (
                     SELECT * FROM customer_rollups
                     WHERE merchant_id = $1 AND last_day = d.day AND (last_day, customer_id) < ($3::date, $4::uuid)
                       AND first_day BETWEEN $5::date AND $6::date AND purchases BETWEEN $7 AND $8
                       AND spent_cents BETWEEN $9 AND $10
                     ORDER BY customer_id DESC LIMIT $11) f
                   ${IN_ORDER} LIMIT $11) f ${ofCustomer('$12')} ${IN_ORDER}`,
    },
    [tx.merchantId, days, after.day, after.id, ...first, ...purchases, ...spent, limit, now],
  );
}

/**
 * The same for a segment of those who first bought lately: they are few beside all who bought lately, so that
 * they are found by the first purchase and put in order, whatever the planner thinks of a LIMIT.
 */
export async function listNewcomers(
  tx: TenantTransaction,
  { first, last, purchases, spent }: SegmentFilter,
  { after, limit, now }: SegmentPage,
): Promise<SegmentCustomerRow[]> {
  return await tx.query<SegmentCustomerRow>(
    {
      name: 'list_newcomers',
      text: `WITH newcomers AS MATERIALIZED (
               SELECT * FROM customer_rollups WHERE merchant_id = $1 AND first_day BETWEEN $2::date AND $3::date
             )
             SELECT ${COLUMNS}
             FROM (SELECT * FROM newcomers f
                   WHERE f.last_day BETWEEN $4::date AND $5::date AND f.purchases BETWEEN $6 AND $7
                     AND f.spent_cents BETWEEN $8 AND $9 AND (f.last_day, f.customer_id) < ($10::date, $11::uuid)
                   ${IN_ORDER} LIMIT $12) f ${ofCustomer('$13')} ${IN_ORDER}`,
    },
    [tx.merchantId, ...first, ...last, ...purchases, ...spent, after.day, after.id, limit, now],
  );
}
