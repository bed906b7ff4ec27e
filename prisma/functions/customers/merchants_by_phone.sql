-- Called by api/src/customers/customers.sql.ts: the merchants of one phone, for the platform's page that
-- shows a customer all programs side by side. A protected statement is left out: it would tell strangers that
-- the phone is a customer there.
-- In the database because it reads across merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_by_phone(p_phone text, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.merchant_id FROM public.customers c JOIN public.merchants m ON m.id = c.merchant_id
  WHERE c.phone = p_phone AND m.is_active AND NOT m.statement_protected
  ORDER BY c.merchant_id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_by_phone(text, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_by_phone(text, integer) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.merchants_by_phone(text, integer) OWNER TO cashback_lookup;
