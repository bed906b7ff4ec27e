-- Called by api/src/rollups/recomputed-rollups.sql.ts: visit_rollups as computed from the merchant's rows
-- alone: visits of a day by the day of the visit before. Rebuilding stores it, verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of visit_rollups.
CREATE OR REPLACE FUNCTION recompute_visit_rollups(p_merchant_id uuid) RETURNS SETOF visit_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.day, coalesce(v.previous_day, '-infinity'), count(*)::integer
  FROM recompute_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION recompute_visit_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_visit_rollups(uuid) TO cashback_app, cashback_worker;
