import type { TenantTransaction } from '../tenant.ts';

/** What changed a customer's balance besides purchases and redemptions. */
export interface CustomerEventRow {
  kind: 'purchase_reversal' | 'adjustment' | 'expiry' | 'redemption_reversal';
  /** Null where no row stands for it: the credits of a day that expired. */
  id: string | null;
  at: Date;
  /** What the customer's balance gained or lost by it, signed; of a reversal, before `not_taken_cents`. */
  cents: number;
  /** Of a purchase's reversal: how much of the purchase, and whether its cashback had been credited. */
  purchase_cents: number | null;
  was_credited: boolean | null;
  /** The part of the cashback that stayed: it had been spent, or had expired. */
  not_taken_cents: number | null;
  /** Of a redemption's reversal: the part that made up for the reversal of a purchase. */
  recovered_cents: number | null;
}

/**
 * The newest `limit` of each kind, in one round trip. Never a reason, never who did it. An expiry is looked
 * for among the newest rows of the ledger only, so that a long one stays quick: whoever has more than that
 * since has no room for it in a list of ten. Credits of one day are one entry. One that expired is there at
 * once, whether or not its row has been written; one that was undone did not happen. A record that was merged
 * into this one keeps its own rows. A lot is read for each of those rows: as a join the planner would now and
 * then read all of the merchant's instead.
 */
export async function listLatestEvents(
  tx: TenantTransaction,
  customerId: string,
  now: Date,
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
               -- What an undone redemption gives back to a lot that expired meanwhile is lost again at that moment.
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
