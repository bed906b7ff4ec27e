-- Called by api/src/retention/inactive-customers.sql.ts: notices whose day of erasure has come, of all
-- merchants, the longest due first.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.due_inactivity_notices(p_now timestamptz, p_limit integer)
  RETURNS TABLE (merchant_id uuid, customer_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT n.merchant_id, n.customer_id FROM public.inactivity_notices n
  WHERE n.erases_at <= p_now ORDER BY n.erases_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.due_inactivity_notices(timestamptz, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.due_inactivity_notices(timestamptz, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.due_inactivity_notices(timestamptz, integer) OWNER TO cashback_lookup;
