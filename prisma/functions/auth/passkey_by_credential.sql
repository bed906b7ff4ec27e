-- Called by api/src/auth/passkeys.sql.ts: the passkey that an authenticator names by its own id and by the
-- employee that it was made for.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.passkey_by_credential(p_employee_id uuid, p_credential_id bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT p.merchant_id, p.id FROM public.passkeys p
  WHERE p.employee_id = p_employee_id AND p.credential_id = p_credential_id
$$;

REVOKE ALL ON FUNCTION lookup.passkey_by_credential(uuid, bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.passkey_by_credential(uuid, bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.passkey_by_credential(uuid, bytea) OWNER TO cashback_lookup;
