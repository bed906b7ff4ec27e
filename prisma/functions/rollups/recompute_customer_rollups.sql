-- Called by api/src/rollups/recomputed-rollups.sql.ts: customer_rollups as computed from the merchant's
-- rows alone: first and last day, number and sum of each customer's purchases. Rebuilding stores it,
-- verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of customer_rollups.
CREATE OR REPLACE FUNCTION recompute_customer_rollups(p_merchant_id uuid) RETURNS SETOF customer_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.customer_id, min(v.day), max(v.day), sum(v.purchases)::integer, sum(v.cents)::bigint
  FROM recompute_visits(p_merchant_id) v GROUP BY 2
$$;

REVOKE ALL ON FUNCTION recompute_customer_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_customer_rollups(uuid) TO cashback_app, cashback_worker;
