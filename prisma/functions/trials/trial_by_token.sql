-- Called by api/src/trials/trials.sql.ts and api/src/pages/page-merchant.sql.ts: the merchant of a trial
-- purchase's token, by its SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns an id only.
CREATE OR REPLACE FUNCTION lookup.trial_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id FROM public.trial_purchases t WHERE t.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.trial_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.trial_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.trial_by_token(bytea) OWNER TO cashback_lookup;
