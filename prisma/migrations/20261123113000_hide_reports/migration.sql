-- Whether revenue, reports and the team's numbers are closed to operators and employees; open, as before.
ALTER TABLE merchants ADD COLUMN hide_reports boolean NOT NULL DEFAULT false;

-- prisma/access/merchants.sql
GRANT SELECT (hide_reports) ON merchants TO cashback_lookup;

-- prisma/functions/auth/hides_reports.sql
-- Called by api/src/auth/auth.sql.ts beside lookup.session_by_id: whether the merchant hides its
-- reports from operators and employees.
-- In the database because the tenant is not set yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.hides_reports(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT hide_reports FROM public.merchants WHERE id = p_merchant_id
$$;

REVOKE ALL ON FUNCTION lookup.hides_reports(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.hides_reports(uuid) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.hides_reports(uuid) OWNER TO cashback_lookup;
