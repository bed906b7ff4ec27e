-- Called by api/src/auth/security-notices.sql.ts: the notice of a token that came by e-mail.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.security_notice_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT l.merchant_id, l.id FROM public.security_notices l WHERE l.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.security_notice_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.security_notice_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.security_notice_by_token(bytea) OWNER TO cashback_lookup;
