-- Called by api/src/auth/auth.sql.ts: the employee that may log in with an e-mail, the password's hash, the
-- generation of the cookies by which their devices are known, and whether a second step is asked for.
-- An e-mail belongs to the employee that set a password under it, because every way to a first password
-- proves the address. An invited employee without a password has no login.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.login_by_email(p_email text)
  RETURNS TABLE (
    merchant_id uuid, employee_id uuid, password_hash text, device_generation integer, has_factor boolean
  )
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT e.merchant_id, e.id, e.password_hash, e.device_generation,
    EXISTS (
      SELECT FROM public.authenticators a
      WHERE a.merchant_id = e.merchant_id AND a.employee_id = e.id AND a.confirmed_at IS NOT NULL
    ) OR EXISTS (
      SELECT FROM public.passkeys p WHERE p.merchant_id = e.merchant_id AND p.employee_id = e.id
    )
  FROM public.employees e JOIN public.merchants m ON m.id = e.merchant_id
  WHERE e.email = p_email AND e.is_active AND e.password_hash IS NOT NULL AND m.is_active
$$;

REVOKE ALL ON FUNCTION lookup.login_by_email(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.login_by_email(text)
  TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.login_by_email(text) OWNER TO cashback_lookup;
