-- Called by api/src/rollups/recomputed-rollups.sql.ts: lot_rollups as computed from the merchant's rows
-- alone: what is left of lots and expired in them, by when they become available and expire. Rebuilding
-- stores it, verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of lot_rollups.
CREATE OR REPLACE FUNCTION recompute_lot_rollups(p_merchant_id uuid) RETURNS SETOF lot_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, CASE WHEN l.maturing_days = 0 THEN '-infinity' ELSE l.available_at END,
    coalesce(l.expires_at, 'infinity'), sum(l.remaining_cents)::bigint,
    sum(coalesce(e.expired_cents, 0))::bigint
  FROM cashback_lots l
  LEFT JOIN (SELECT lot_id, -sum(amount_cents) AS expired_cents FROM ledger_entries
             WHERE merchant_id = p_merchant_id AND kind IN ('expiry', 'expiry_reversal') GROUP BY lot_id) e
    ON e.lot_id = l.id
  WHERE l.merchant_id = p_merchant_id
  GROUP BY 2, 3 HAVING sum(l.remaining_cents) <> 0 OR sum(coalesce(e.expired_cents, 0)) <> 0
$$;

REVOKE ALL ON FUNCTION recompute_lot_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_lot_rollups(uuid) TO cashback_app, cashback_worker;
