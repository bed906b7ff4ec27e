-- Called by api/src/domains/domains.sql.ts: the merchant that holds a verified domain, active or not. As long
-- as it is verified, no other merchant can verify the same domain.
-- In the database because the answer crosses tenants: it runs as cashback_lookup and returns only the id.
CREATE OR REPLACE FUNCTION lookup.domain_holder(p_domain text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT id FROM public.merchants
  WHERE (CASE WHEN custom_domain_status = 'verified' THEN custom_domain END) = p_domain
$$;

REVOKE ALL ON FUNCTION lookup.domain_holder(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.domain_holder(text) TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.domain_holder(text) OWNER TO cashback_lookup;
