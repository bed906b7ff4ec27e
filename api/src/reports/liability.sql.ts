import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

export interface LiabilityRow {
  available_cents: number;
  maturing_cents: number;
  never_expiring_cents: number;
  expired_cents: number;
}

/** Conditions of a lot at the moment $2: it still counts, and it is not available yet. */
const IS_OPEN = 'expires_at > $2';
const IS_MATURING = 'expires_at > $2 AND available_at > $2';

/** The sums over the merchant's lots at `now`. */
export async function getLiability(tx: TenantTransaction, now: Moment): Promise<LiabilityRow> {
  const [row] = await tx.query<LiabilityRow>(
    {
      name: 'get_liability',
      text: `SELECT coalesce(sum(remaining_cents) FILTER (WHERE ${IS_OPEN} AND available_at <= $2), 0)::bigint AS available_cents,
               coalesce(sum(remaining_cents) FILTER (WHERE ${IS_MATURING}), 0)::bigint AS maturing_cents,
               coalesce(sum(remaining_cents) FILTER (WHERE expires_at = 'infinity'), 0)::bigint AS never_expiring_cents,
               coalesce(sum(expired_cents), 0)::bigint
                 + coalesce(sum(remaining_cents) FILTER (WHERE NOT ${IS_OPEN}), 0)::bigint AS expired_cents
             FROM lot_rollups WHERE merchant_id = $1`,
    },
    [tx.merchantId, now],
  );
  if (!row) throw new Error('a sum has one row');
  return row;
}

export interface ExpiringRow {
  days: number;
  cents: number;
}

/**
 * Lists the centavos that still count at `now` and no longer at the end of the merchant's day so many days
 * ahead, in ascending order.
 */
export async function listExpiring(
  tx: TenantTransaction,
  now: Moment,
  daysAhead: readonly number[],
): Promise<ExpiringRow[]> {
  return await tx.query<ExpiringRow>(
    {
      name: 'list_expiring',
      text: `SELECT ahead.days, coalesce(sum(f.remaining_cents), 0)::bigint AS cents
             FROM merchants m CROSS JOIN unnest($3::integer[]) AS ahead (days)
             LEFT JOIN lot_rollups f ON f.merchant_id = m.id AND f.expires_at > $2
               AND f.expires_at <= (($2::timestamptz AT TIME ZONE m.time_zone)::date + ahead.days + 1)::timestamp AT TIME ZONE m.time_zone
             WHERE m.id = $1 GROUP BY ahead.days ORDER BY ahead.days`,
    },
    [tx.merchantId, now, daysAhead],
  );
}

export interface ExpiryMonthRow {
  /** 'YYYY-MM' of the last day that counts; null for what never expires. */
  month: string | null;
  remaining_cents: number;
  maturing_cents: number;
}

/** Lists the remainders of the lots that still count at `now`, by the month they expire in, nearest first. */
export async function listExpiryMonths(tx: TenantTransaction, now: Moment): Promise<ExpiryMonthRow[]> {
  return await tx.query<ExpiryMonthRow>(
    {
      name: 'list_expiry_months',
      text: `SELECT CASE WHEN isfinite(f.expires_at)
                 -- The last moment before the lot expires: its last day ends there.
                 THEN to_char((f.expires_at - interval '1 microsecond') AT TIME ZONE m.time_zone, 'YYYY-MM') END AS month,
               sum(f.remaining_cents)::bigint AS remaining_cents,
               coalesce(sum(f.remaining_cents) FILTER (WHERE f.available_at > $2), 0)::bigint AS maturing_cents
             FROM lot_rollups f JOIN merchants m ON m.id = f.merchant_id
             WHERE f.merchant_id = $1 AND f.expires_at > $2
             GROUP BY 1 HAVING sum(f.remaining_cents) > 0 ORDER BY 1 NULLS LAST`,
    },
    [tx.merchantId, now],
  );
}
