-- Called by api/src/figures/raw-figures.sql.ts: visit_figures as computed from the merchant's rows alone:
-- visits of a day by the day of the visit before. Rebuilding stores it, verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of visit_figures.
CREATE OR REPLACE FUNCTION raw_visit_figures(p_merchant_id uuid) RETURNS SETOF visit_figures
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, v.day, coalesce(v.previous_day, '-infinity'), count(*)::integer
  FROM raw_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION raw_visit_figures(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION raw_visit_figures(uuid) TO cashback_app, cashback_worker;
