-- Called by api/src/integrations/sweep-integrations.sql.ts: bulk syncs that have not ended.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.running_bulk_syncs() RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT b.merchant_id, b.id FROM public.bulk_syncs b WHERE b.state = 'running'
$$;

REVOKE ALL ON FUNCTION lookup.running_bulk_syncs()
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.running_bulk_syncs() TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.running_bulk_syncs() OWNER TO cashback_lookup;
