-- Called by apply_rollup_changes, recompute_segment_rollups and the SQL of api/src/reports/segments.sql.ts:
-- 3 above R$ 500 in total, 2 above R$ 200, 1 up to that.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION value_class(p_spent_cents bigint) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (CASE WHEN p_spent_cents > 50000 THEN 3 WHEN p_spent_cents > 20000 THEN 2 ELSE 1 END)::smallint
$$;

REVOKE ALL ON FUNCTION value_class(bigint) FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION value_class(bigint) TO cashback_app, cashback_worker;
