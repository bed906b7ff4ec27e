-- Called by confirm_redemption and api/src/pages/page-merchant.sql.ts: the redemption of a token, by its
-- SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.redemption_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid, customer_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT r.merchant_id, r.id, r.customer_id FROM public.redemptions r WHERE r.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.redemption_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.redemption_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.redemption_by_token(bytea) OWNER TO cashback_lookup;
