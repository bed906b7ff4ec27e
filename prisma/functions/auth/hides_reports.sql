-- Called by the release before only, and dropped by the next, as lookup.staff_sessions answers this:
-- whether the merchant hides its reports from operators and employees.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.hides_reports(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT hide_reports FROM public.merchants WHERE id = p_merchant_id
$$;

REVOKE ALL ON FUNCTION lookup.hides_reports(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.hides_reports(uuid) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.hides_reports(uuid) OWNER TO cashback_lookup;
