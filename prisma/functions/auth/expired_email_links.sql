-- Called by the release before only, and dropped by the next, as delete_outlived does this.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.expired_email_links(p_limit integer)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT l.merchant_id, l.id FROM public.email_links l WHERE l.expires_at <= now()
  ORDER BY l.expires_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.expired_email_links(integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.expired_email_links(integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.expired_email_links(integer) OWNER TO cashback_lookup;
