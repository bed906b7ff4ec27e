-- Called by api/src/api-keys/api-keys.sql.ts: the API key that a request came with, by its SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.api_key_by_hash(p_key_hash bytea) RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT k.merchant_id, k.id FROM public.api_keys k WHERE k.key_hash = p_key_hash AND k.revoked_at IS NULL
$$;

REVOKE ALL ON FUNCTION lookup.api_key_by_hash(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.api_key_by_hash(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.api_key_by_hash(bytea) OWNER TO cashback_lookup;
