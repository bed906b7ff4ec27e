-- Called by api/src/domains/domains.sql.ts and api/src/commands/verify-database.ts: the active merchant of a
-- sign-up link. Former slugs count too, because links on printed posters keep working.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns only the id.
CREATE OR REPLACE FUNCTION lookup.merchant_by_slug(p_slug text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchant_slugs s JOIN public.merchants m ON m.id = s.merchant_id
  WHERE s.signup_link_slug = p_slug AND m.is_active
$$;

REVOKE ALL ON FUNCTION lookup.merchant_by_slug(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchant_by_slug(text)
  TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.merchant_by_slug(text) OWNER TO cashback_lookup;
