-- Called by api/src/domains/domains.sql.ts: the active merchant of a verified custom domain.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns only the id.
CREATE OR REPLACE FUNCTION lookup.merchant_by_domain(p_domain text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT id FROM public.merchants
  WHERE (CASE WHEN custom_domain_status = 'verified' THEN custom_domain END) = p_domain AND is_active
$$;

REVOKE ALL ON FUNCTION lookup.merchant_by_domain(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchant_by_domain(text) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.merchant_by_domain(text) OWNER TO cashback_lookup;
