-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/counter_tablets.sql
-- Policies and grants of counter_tablets. The worker has no part in them.
ALTER TABLE counter_tablets ENABLE ROW LEVEL SECURITY;
ALTER TABLE counter_tablets FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON counter_tablets;
CREATE POLICY tenant ON counter_tablets
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON counter_tablets;
CREATE POLICY lookup ON counter_tablets FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON counter_tablets FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON counter_tablets TO cashback_app;
GRANT UPDATE (last_seen_at, revoked_at) ON counter_tablets TO cashback_app;
GRANT SELECT (merchant_id, id, name, token_hash, revoked_at) ON counter_tablets TO cashback_lookup;

-- prisma/functions/auth/session_by_id.sql
-- Called by the release before only, and dropped by the next, as lookup.sessions_by_ids answers this:
-- the session of a cookie. That release knows no tablets and would give their sessions the employee's own
-- role.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.session_by_id(p_id text)
  RETURNS TABLE (
    merchant_id uuid, employee_id uuid, created_at timestamptz, expires_at timestamptz, employee_name text,
    employee_email text, employee_phone text, employee_role text, merchant_name text, program_name text,
    rate_basis_points integer, logo_url text, brand_color text, signup_link_slug text, time_zone text
  )
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.merchant_id, s.employee_id, s.created_at, s.expires_at, e.name, e.email, e.phone, e.role, m.name,
    m.program_name, m.rate_basis_points, m.logo_url, m.brand_color, m.signup_link_slug, m.time_zone
  FROM public.sessions s
  JOIN public.employees e ON e.merchant_id = s.merchant_id AND e.id = s.employee_id AND e.is_active
  JOIN public.merchants m ON m.id = s.merchant_id AND m.is_active
  WHERE s.id = p_id AND s.tablet_id IS NULL
$$;

REVOKE ALL ON FUNCTION lookup.session_by_id(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.session_by_id(text) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.session_by_id(text) OWNER TO cashback_lookup;

-- prisma/functions/auth/tablet_by_token.sql
-- Called by api/src/tablets/tablets.sql.ts: the counter's tablet that a cookie names, unless it was revoked.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.tablet_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.merchant_id, t.id
  FROM public.counter_tablets t JOIN public.merchants m ON m.id = t.merchant_id AND m.is_active
  WHERE t.token_hash = p_token_hash AND t.revoked_at IS NULL
$$;

REVOKE ALL ON FUNCTION lookup.tablet_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.tablet_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.tablet_by_token(bytea) OWNER TO cashback_lookup;
