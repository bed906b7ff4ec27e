-- Called by api/src/auth/auth.sql.ts beside lookup.staff_sessions, whose columns the release before reads as
-- they are: the merchant's least purchase that earns cashback.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.earning_min_purchase_cents(p_merchant_id uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT earning_min_purchase_cents FROM public.merchants WHERE id = p_merchant_id
$$;

REVOKE ALL ON FUNCTION lookup.earning_min_purchase_cents(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.earning_min_purchase_cents(uuid) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.earning_min_purchase_cents(uuid) OWNER TO cashback_lookup;
