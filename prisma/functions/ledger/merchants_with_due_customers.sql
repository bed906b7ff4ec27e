-- Called by api/src/ledger/settle-due-customers.sql.ts: merchants with customers whose balance time has
-- changed. One probe of customers_due_idx for each merchant of the page.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_due_customers(p_now timestamptz, p_after uuid,
  p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  WHERE m.id > p_after
    AND EXISTS (SELECT FROM public.customers c WHERE c.merchant_id = m.id AND c.balance_changes_at <= p_now)
  ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_due_customers(timestamptz, uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_due_customers(timestamptz, uuid, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_due_customers(timestamptz, uuid, integer) OWNER TO cashback_lookup;
