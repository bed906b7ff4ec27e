-- Called by api/src/domains/host-directory.sql.ts: a page of merchants with their host names, in the order in
-- which those changed, after the one that p_since and p_after name. Every process keeps them in memory.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns host names only.
CREATE OR REPLACE FUNCTION lookup.host_names(p_since timestamptz, p_after uuid, p_limit integer)
  RETURNS TABLE (merchant_id uuid, changed_at timestamptz, is_active boolean, slugs text[], domain text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id, m.hosts_changed_at, m.is_active,
    ARRAY(SELECT s.signup_link_slug FROM public.merchant_slugs s WHERE s.merchant_id = m.id),
    CASE WHEN m.custom_domain_status = 'verified' THEN m.custom_domain END
  FROM public.merchants m
  WHERE (m.hosts_changed_at, m.id) > (p_since, p_after)
  ORDER BY m.hosts_changed_at, m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.host_names(timestamptz, uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.host_names(timestamptz, uuid, integer)
  TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.host_names(timestamptz, uuid, integer) OWNER TO cashback_lookup;
