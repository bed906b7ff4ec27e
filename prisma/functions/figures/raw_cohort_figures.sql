-- Called by api/src/figures/raw-figures.sql.ts: cohort_figures as computed from the merchant's rows alone:
-- customers and amounts of a month by the month of the first purchase. Rebuilding stores it, verifying
-- compares with it.
-- In the database so that rebuilding and verifying share one definition of cohort_figures.
CREATE OR REPLACE FUNCTION raw_cohort_figures(p_merchant_id uuid) RETURNS SETOF cohort_figures
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, month_of(v.first_day), month_of(v.day), count(DISTINCT v.customer_id)::integer,
    sum(v.cents)::bigint
  FROM raw_visits(p_merchant_id) v GROUP BY 2, 3
$$;

REVOKE ALL ON FUNCTION raw_cohort_figures(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION raw_cohort_figures(uuid) TO cashback_app, cashback_worker;
