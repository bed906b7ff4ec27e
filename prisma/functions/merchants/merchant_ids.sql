-- Called by api/src/ledger/verify-ledger.sql.ts: all merchants, a page at a time, for jobs and commands over
-- all.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchant_ids(p_after uuid, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m WHERE m.id > p_after ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchant_ids(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchant_ids(uuid, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchant_ids(uuid, integer) OWNER TO cashback_lookup;
