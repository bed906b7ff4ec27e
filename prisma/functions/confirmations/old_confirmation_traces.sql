-- Called by the release before only, and dropped by the next, as delete_outlived does this.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.old_confirmation_traces(p_since interval, p_limit integer)
  RETURNS TABLE (merchant_id uuid, source_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id, t.source_id FROM public.confirmation_traces t
  WHERE t.confirmed_at < now() - p_since ORDER BY t.confirmed_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.old_confirmation_traces(interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.old_confirmation_traces(interval, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.old_confirmation_traces(interval, integer) OWNER TO cashback_lookup;
