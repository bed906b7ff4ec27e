-- Called by the functions of this folder and the SQL of api/src/reports/dashboard.sql.ts: the first day of
-- the month.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION month_of(p_day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT date_trunc('month', p_day::timestamp)::date
$$;

REVOKE ALL ON FUNCTION month_of(date)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION month_of(date) TO cashback_app, cashback_worker, cashback_confirmer;
