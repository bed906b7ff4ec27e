-- Called by apply_rollup_changes, recompute_segment_rollups and the SQL of api/src/reports/segments.sql.ts:
-- 1 for one purchase, 2 for two or three, 3 for more.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION frequency_class(p_purchases integer) RETURNS smallint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT (CASE WHEN p_purchases >= 4 THEN 3 WHEN p_purchases >= 2 THEN 2 ELSE 1 END)::smallint
$$;

REVOKE ALL ON FUNCTION frequency_class(integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION frequency_class(integer) TO cashback_app, cashback_worker;
