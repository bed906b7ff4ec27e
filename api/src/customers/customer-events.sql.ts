import type { Moment } from '../lib/moment.ts';
import type { TenantTransaction } from '../tenant.ts';

/** A change of a customer's balance other than a purchase or a redemption. */
export interface CustomerEventRow {
  kind: 'purchase_reversal' | 'adjustment' | 'expiry' | 'redemption_reversal';
  /** Null for the expired credits of one day, which have no row. */
  id: string | null;
  at: Moment;
  /** The signed change of the customer's balance; for a reversal, before `not_taken_cents`. */
  cents: number;
  /** For a reversed purchase: the amount reversed, and whether its cashback had been credited. */
  purchase_cents: number | null;
  was_credited: boolean | null;
  /** The part of the cashback that stayed: it had been spent, or had expired. */
  not_taken_cents: number | null;
  /** For a reversed redemption: the part that made up for the reversal of a purchase. */
  recovered_cents: number | null;
}

/**
 * The newest `limit` events of each kind, in one round trip, without reasons and employees. Expiries are
 * searched in the newest ledger rows only, which keeps a long ledger fast: an older one has no room in a list
 * of ten. The expired credits of one day are one entry, present at once whether or not its row was written;
 * an undone expiry is left out. A record merged into this one keeps its own rows. A lot is read for each of
 * those rows, because for a join the planner would sometimes read all of the merchant's lots.
 */
export async function listLatestEvents(
  tx: TenantTransaction,
  customerId: string,
  now: Moment,
  limit: number,
): Promise<CustomerEventRow[]> {
  return await tx.query<CustomerEventRow>(
    {
      name: 'list_latest_events',
      text: `WITH RECURSIVE records AS (
               SELECT $2::uuid AS id
               UNION SELECT g.source_customer_id FROM records r
                 JOIN customer_merges g ON g.merchant_id = $1 AND g.target_customer_id = r.id),
             expired AS (
               -- An undone redemption's return to a lot that has expired meanwhile is lost again at that moment.
               SELECT CASE WHEN EXISTS (SELECT FROM redemption_reversals u WHERE u.merchant_id = $1 AND u.id = e.source_id)
                 THEN e.created_at
                 ELSE (SELECT l.expires_at FROM cashback_lots l WHERE l.merchant_id = $1 AND l.id = e.lot_id)
                 END AS at, -e.amount_cents AS cents
               FROM records r,
                 LATERAL (SELECT lot_id, source_id, kind, amount_cents, created_at FROM ledger_entries
                          WHERE merchant_id = $1 AND customer_id = r.id ORDER BY id DESC LIMIT 500) e
               WHERE e.kind IN ('expiry', 'expiry_reversal')
               UNION ALL
               SELECT expires_at, remaining_cents FROM cashback_lots
               WHERE merchant_id = $1 AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = $2 AND expires_at <= $3)
             (SELECT 'purchase_reversal' AS kind, id, created_at AS at, -cashback_cents AS cents,
                amount_cents AS purchase_cents, was_credited,
                CASE WHEN was_credited THEN forgone_cents + shortfall_cents - recovered_cents ELSE 0 END AS not_taken_cents,
                NULL::bigint AS recovered_cents
              FROM purchase_reversals WHERE merchant_id = $1 AND customer_id = $2 ORDER BY created_at DESC LIMIT $4)
             UNION ALL
             (SELECT 'adjustment', id, created_at, amount_cents, NULL, NULL, NULL, NULL
              FROM adjustments WHERE merchant_id = $1 AND customer_id = $2 ORDER BY created_at DESC LIMIT $4)
             UNION ALL
             (SELECT 'redemption_reversal', id, created_at, amount_cents, NULL, NULL, NULL, recovered_cents
              FROM redemption_reversals WHERE merchant_id = $1 AND customer_id = $2 ORDER BY created_at DESC LIMIT $4)
             UNION ALL
             (SELECT 'expiry', NULL, at, -sum(cents)::bigint, NULL, NULL, NULL, NULL
              FROM expired GROUP BY at HAVING sum(cents) > 0 ORDER BY at DESC LIMIT $4)`,
    },
    [tx.merchantId, customerId, now, limit],
  );
}
