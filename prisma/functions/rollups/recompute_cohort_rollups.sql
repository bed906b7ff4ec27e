-- Called by api/src/rollups/recomputed-rollups.sql.ts: cohort_rollups as computed from the merchant's rows
-- alone: customers and amounts of a month by the month of the first purchase. Rebuilding stores it,
-- verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of cohort_rollups.
CREATE OR REPLACE FUNCTION recompute_cohort_rollups(p_merchant_id uuid) RETURNS SETOF cohort_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, month_of(v.first_day), month_of(v.day), count(DISTINCT v.customer_id)::integer,
    sum(v.cents)::bigint
  FROM recompute_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION recompute_cohort_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_cohort_rollups(uuid) TO cashback_app, cashback_worker;
