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
DROP POLICY IF EXISTS confirmer ON employees;
CREATE POLICY confirmer ON employees FOR SELECT TO cashback_confirmer USING (true);

REVOKE ALL ON employees FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON employees TO cashback_app;
GRANT SELECT (merchant_id, id, name, email, role, is_active) ON employees TO cashback_worker;
GRANT SELECT (
  merchant_id, id, name, email, phone, password_hash, role, is_active, device_generation, created_at
) ON employees TO cashback_lookup;
GRANT SELECT (merchant_id, id, is_active) ON employees TO cashback_confirmer;

-- prisma/access/sessions.sql
-- Policies and grants of sessions. The worker has no part in sessions.
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON sessions;
CREATE POLICY tenant ON sessions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON sessions;
CREATE POLICY lookup ON sessions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON sessions;
CREATE POLICY retention ON sessions TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON sessions FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, created_at, expires_at, proved_at, tablet_id)
  ON sessions TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON sessions TO cashback_retention;

-- prisma/functions/auth/sessions_by_ids.sql
-- Called by the release before only, and dropped by the next, as lookup.staff_sessions answers this: the
-- sessions of cookies that arrived together. That release knows no tablets and would give their sessions the
-- employee's own role.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.sessions_by_ids(p_ids text[])
  RETURNS TABLE (
    id text, merchant_id uuid, employee_id uuid, created_at timestamptz, expires_at timestamptz,
    employee_name text, employee_email text, employee_phone text, employee_role text, merchant_name text,
    program_name text, rate_basis_points integer, logo_url text, brand_color text, signup_link_slug text,
    time_zone text, mask_contacts boolean, hide_reports boolean
  )
LANGUAGE plpgsql STABLE SECURITY DEFINER
-- As in confirm_cashback: each row is found by an index, however small the tables were at planning.
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT s.id, s.merchant_id, s.employee_id, s.created_at, s.expires_at, e.name, e.email, e.phone, e.role,
    m.name, m.program_name, m.rate_basis_points, m.logo_url, m.brand_color, m.signup_link_slug, m.time_zone,
    m.mask_contacts, m.hide_reports
  FROM unnest(p_ids) AS asked (id)
  CROSS JOIN LATERAL (
    SELECT k.id, k.merchant_id, k.employee_id, k.created_at, k.expires_at
    FROM public.sessions k WHERE k.id = asked.id AND k.tablet_id IS NULL OFFSET 0
  ) s
  JOIN public.employees e ON e.merchant_id = s.merchant_id AND e.id = s.employee_id AND e.is_active
  JOIN public.merchants m ON m.id = s.merchant_id AND m.is_active;
END
$$;

REVOKE ALL ON FUNCTION lookup.sessions_by_ids(text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.sessions_by_ids(text[]) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.sessions_by_ids(text[]) OWNER TO cashback_lookup;

-- prisma/functions/auth/staff_sessions.sql
-- Called by api/src/auth/auth.sql.ts: the sessions of cookies that arrived together. Each id is the hash of a
-- cookie's 32 random bytes, so a caller that knows it is that employee and may see its own name and its
-- merchant's. Deactivated employees and merchants have no session, and revoked tablets none either.
-- factor_due_at: until then the employee has to set up the second step that the merchant demands; null where
-- none is demanded or one is set up, and on tablets, which a PIN unlocks.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.staff_sessions(p_ids text[])
  RETURNS TABLE (
    id text, merchant_id uuid, employee_id uuid, created_at timestamptz, expires_at timestamptz,
    proved_at timestamptz, employee_name text, employee_email text, employee_phone text, employee_role text,
    merchant_name text, program_name text, rate_basis_points integer, logo_url text, brand_color text,
    signup_link_slug text, time_zone text, mask_contacts boolean, hide_reports boolean, tablet_id uuid,
    tablet_name text, factor_due_at timestamptz
  )
LANGUAGE plpgsql STABLE SECURITY DEFINER
-- As in confirm_cashback: each row is found by an index, however small the tables were at planning.
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT s.id, s.merchant_id, s.employee_id, s.created_at, s.expires_at, s.proved_at, e.name, e.email, e.phone,
    e.role, m.name, m.program_name, m.rate_basis_points, m.logo_url, m.brand_color, m.signup_link_slug,
    m.time_zone, m.mask_contacts, m.hide_reports, s.tablet_id, t.name, d.due_at
  FROM unnest(p_ids) AS asked (id)
  CROSS JOIN LATERAL (
    SELECT k.id, k.merchant_id, k.employee_id, k.created_at, k.expires_at, k.proved_at, k.tablet_id
    FROM public.sessions k WHERE k.id = asked.id OFFSET 0
  ) s
  JOIN public.employees e ON e.merchant_id = s.merchant_id AND e.id = s.employee_id AND e.is_active
  JOIN public.merchants m ON m.id = s.merchant_id AND m.is_active
  LEFT JOIN public.counter_tablets t ON t.merchant_id = s.merchant_id AND t.id = s.tablet_id
  LEFT JOIN LATERAL (
    SELECT greatest(f.demanded_at, e.created_at) + make_interval(days => f.grace_days) AS due_at
    FROM public.factor_demands f
    WHERE s.tablet_id IS NULL AND f.merchant_id = s.merchant_id AND f.role = e.role
      AND NOT EXISTS (
        SELECT FROM public.authenticators a
        WHERE a.merchant_id = s.merchant_id AND a.employee_id = s.employee_id AND a.confirmed_at IS NOT NULL
      )
      AND NOT EXISTS (
        SELECT FROM public.passkeys p
        WHERE p.merchant_id = s.merchant_id AND p.employee_id = s.employee_id
      )
  ) d ON true
  WHERE t.revoked_at IS NULL;
END
$$;

REVOKE ALL ON FUNCTION lookup.staff_sessions(text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.staff_sessions(text[]) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.staff_sessions(text[]) OWNER TO cashback_lookup;
