-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/employees.sql
-- Policies and grants of employees. The worker reads no password hash and no phone.
ALTER TABLE employees ENABLE ROW LEVEL SECURITY;
ALTER TABLE employees FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employees;
CREATE POLICY tenant ON employees
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON employees;
CREATE POLICY lookup ON employees FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON employees FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON employees TO cashback_app;
GRANT SELECT (merchant_id, id, name, email, role, is_active) ON employees TO cashback_worker;
GRANT SELECT (
  merchant_id, id, name, email, phone, password_hash, role, is_active, device_generation, created_at
) ON employees TO cashback_lookup;

-- prisma/access/factor_demands.sql
-- Policies and grants of factor_demands. The look-up of sessions tells who still has to set a second step up.
ALTER TABLE factor_demands ENABLE ROW LEVEL SECURITY;
ALTER TABLE factor_demands FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON factor_demands;
CREATE POLICY tenant ON factor_demands
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON factor_demands;
CREATE POLICY lookup ON factor_demands FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON factor_demands FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON factor_demands TO cashback_app;
GRANT UPDATE (grace_days) ON factor_demands TO cashback_app;
GRANT SELECT (merchant_id, role, grace_days, demanded_at) ON factor_demands TO cashback_lookup;

-- prisma/access/passkey_challenges.sql
-- Grants of operations.passkey_challenges. The worker has no part in logins.
REVOKE ALL ON operations.passkey_challenges FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON operations.passkey_challenges TO cashback_app;

-- prisma/access/passkeys.sql
-- Policies and grants of passkeys. Look-ups find one by its credential and may know that one exists. The
-- worker has no part in logins.
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON passkeys;
CREATE POLICY tenant ON passkeys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON passkeys;
CREATE POLICY lookup ON passkeys FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON passkeys FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON passkeys TO cashback_app;
GRANT UPDATE (counter, backed_up, last_used_at) ON passkeys TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, credential_id) ON passkeys TO cashback_lookup;

-- prisma/functions/auth/login_by_email.sql
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

-- prisma/functions/auth/passkey_by_credential.sql
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
