-- Called by api/src/tablets/tablets.sql.ts: the counter's tablet that a cookie names, unless it was revoked.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.tablet_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id, t.id
  FROM public.counter_tablets t JOIN public.merchants m ON m.id = t.merchant_id AND m.is_active
  WHERE t.token_hash = p_token_hash AND t.revoked_at IS NULL
$$;

REVOKE ALL ON FUNCTION lookup.tablet_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.tablet_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.tablet_by_token(bytea) OWNER TO cashback_lookup;
