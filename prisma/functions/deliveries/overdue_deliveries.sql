-- Called by api/src/deliveries/deliveries.sql.ts: deliveries so long overdue that their jobs must be lost.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.overdue_deliveries(p_since interval, p_limit integer)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT d.merchant_id, d.id FROM public.deliveries d
  WHERE d.state = 'waiting' AND d.next_attempt_at < now() - p_since
  ORDER BY d.next_attempt_at LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.overdue_deliveries(interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.overdue_deliveries(interval, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.overdue_deliveries(interval, integer) OWNER TO cashback_lookup;
