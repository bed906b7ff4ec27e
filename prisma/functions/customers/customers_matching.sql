-- Called by api/src/customers/customer-search.sql.ts: ids of the tenant's customers that match all patterns.
-- In the database because LIKE is not leakproof: under row-level security it runs after the tenant's
-- condition, row by row, and never uses an index. As cashback_lookup it does; the function itself keeps to
-- the transaction's tenant. The first three patterns use the index; a caller with fewer repeats one.
CREATE OR REPLACE FUNCTION lookup.customers_matching(p_merchant_id uuid, p_patterns text[], p_limit bigint)
  RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.customer_id FROM public.customer_search s
  WHERE p_merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid
    AND s.merchant_id = p_merchant_id
    AND s.search_text LIKE p_patterns[1]
    AND s.search_text LIKE p_patterns[2]
    AND s.search_text LIKE p_patterns[3]
    AND s.search_text LIKE ALL (p_patterns)
  LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.customers_matching(uuid, text[], bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.customers_matching(uuid, text[], bigint) TO cashback_app;
ALTER FUNCTION lookup.customers_matching(uuid, text[], bigint) OWNER TO cashback_lookup;
