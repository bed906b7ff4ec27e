import type { Period } from 'domain/report-periods';
import type { Moment } from '../lib/moment.ts';
import { SHOWN_NAME, SHOWN_PHONE } from '../lib/shown-customer.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface UnconfirmedRow {
  purchases: number;
  unconfirmed_purchases: number;
  unconfirmed_cents: number;
  /** The part of them sold on `recentFrom` or later. */
  recent_purchases: number;
  recent_cents: number;
}

export async function getUnconfirmed(
  tx: TenantTransaction,
  { from, to }: Period,
  recentFrom: string,
): Promise<UnconfirmedRow> {
  const [row] = await tx.query<UnconfirmedRow>(
    {
      name: 'get_unconfirmed',
      text: `SELECT coalesce(sum(purchases), 0) AS purchases, coalesce(sum(unconfirmed_purchases), 0) AS unconfirmed_purchases,
               coalesce(sum(unconfirmed_cents), 0)::bigint AS unconfirmed_cents,
               coalesce(sum(unconfirmed_purchases) FILTER (WHERE day >= $4::date), 0) AS recent_purchases,
               coalesce(sum(unconfirmed_cents) FILTER (WHERE day >= $4::date), 0)::bigint AS recent_cents
             FROM daily_rollups WHERE merchant_id = $1 AND day BETWEEN $2::date AND $3::date`,
    },
    [tx.merchantId, from, to, recentFrom],
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}

export interface UnconfirmedDayRow {
  /** The first moments of the day and of the next. */
  starts_at: Moment;
  ends_at: Moment;
  unconfirmed_purchases: number;
}

/** The newest days of the period since `recentFrom` that have unconfirmed cashback, at most `limit`. */
export async function listUnconfirmedDays(
  tx: TenantTransaction,
  { from, to }: Period,
  { recentFrom, limit }: { recentFrom: string; limit: number },
): Promise<UnconfirmedDayRow[]> {
  return await tx.query<UnconfirmedDayRow>(
    {
      name: 'list_unconfirmed_days',
      text: `SELECT d.day::timestamp AT TIME ZONE m.time_zone AS starts_at,
               (d.day + 1)::timestamp AT TIME ZONE m.time_zone AS ends_at, d.unconfirmed_purchases
             FROM daily_rollups d JOIN merchants m ON m.id = d.merchant_id
             WHERE d.merchant_id = $1 AND d.day BETWEEN greatest($2::date, $4::date) AND $3::date
               AND d.unconfirmed_purchases > 0
             ORDER BY d.day DESC LIMIT $5`,
    },
    [tx.merchantId, from, to, recentFrom, limit],
  );
}

export interface UnconfirmedPurchaseRow {
  id: string;
  created_at: Moment;
  customer_id: string;
  customer_name: string | null;
  phone: string;
  amount_cents: number;
  cashback_cents: number;
  token_expires_at: Moment;
}

/**
 * The newest purchases of a day whose code can still be confirmed at `now`, found among its `look` newest
 * purchases.
 */
export async function listUnconfirmedPurchases(
  tx: TenantTransaction,
  day: UnconfirmedDayRow,
  now: Moment,
  { look, limit }: { look: number; limit: number },
): Promise<UnconfirmedPurchaseRow[]> {
  return await tx.query<UnconfirmedPurchaseRow>(
    {
      name: 'list_unconfirmed_purchases',
      text: `SELECT s.id, s.created_at, s.customer_id, ${SHOWN_NAME} AS customer_name, ${SHOWN_PHONE}, s.token_expires_at,
               s.amount_cents - s.reversed_amount_cents AS amount_cents,
               s.cashback_cents - s.reversed_cashback_cents AS cashback_cents
             FROM (SELECT * FROM transactions WHERE merchant_id = $1 AND created_at >= $2 AND created_at < $3
                   ORDER BY created_at DESC LIMIT $5) s
             JOIN customers c ON c.merchant_id = $1 AND c.id = s.customer_id
             WHERE NOT s.qr_scanned AND s.status = 'completed' AND s.token_expires_at > $4
               AND s.cashback_cents > s.reversed_cashback_cents
             ORDER BY s.created_at DESC LIMIT $6`,
    },
    [tx.merchantId, day.starts_at, day.ends_at, now, look, limit],
  );
}
