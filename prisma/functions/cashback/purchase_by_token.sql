-- Called by confirm_cashback and api/src/pages/page-merchant.sql.ts: the purchase of a QR token, by its
-- SHA-256.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.purchase_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid, customer_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id, t.id, t.customer_id FROM public.transactions t WHERE t.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.purchase_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.purchase_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.purchase_by_token(bytea) OWNER TO cashback_lookup;
