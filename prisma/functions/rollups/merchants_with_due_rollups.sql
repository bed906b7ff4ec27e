-- Called by api/src/rollups/rollups.sql.ts, by the job: merchants with recorded changes or without rollups.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_due_rollups(p_after uuid, p_limit integer)
  RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  WHERE m.id > p_after
    AND (EXISTS (SELECT FROM public.rollup_changes c WHERE c.merchant_id = m.id)
      OR NOT EXISTS (SELECT FROM public.rollup_states s
        WHERE s.merchant_id = m.id AND s.built_at IS NOT NULL))
  ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_due_rollups(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_due_rollups(uuid, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_due_rollups(uuid, integer) OWNER TO cashback_lookup;
