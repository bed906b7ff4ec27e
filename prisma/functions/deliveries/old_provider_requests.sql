-- Called by the release before only, and dropped by the next, as delete_outlived does this.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.old_provider_requests(p_since interval, p_limit integer)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.merchant_id, r.id FROM public.provider_requests r
  WHERE r.created_at < now() - p_since ORDER BY r.created_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.old_provider_requests(interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.old_provider_requests(interval, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.old_provider_requests(interval, integer) OWNER TO cashback_lookup;
