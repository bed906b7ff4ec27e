-- Tenancy held by the database: two roles that own nothing, forced row-level security on every tenant table,
-- and the few look-ups that must happen before a tenant is known, as functions that give away ids and no more.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cashback_app') THEN
    CREATE ROLE cashback_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cashback_lookup') THEN
    CREATE ROLE cashback_lookup NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of the same server made them at the same moment
END
$$;

GRANT USAGE ON SCHEMA public TO cashback_app, cashback_lookup;

-- Row-level security: the tenant of the transaction, or nothing at all.
DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['employees', 'sessions', 'customers', 'transactions', 'redemptions',
    'cashback_lots', 'ledger_entries', 'idempotency_keys', 'audit_log', 'marketing_spend',
    'integration_configs', 'integration_sync_log']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format($policy$CREATE POLICY tenant ON %I
      USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
      WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)$policy$, tenant_table);
  END LOOP;
END
$$;
ALTER TABLE merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchants FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON merchants
  USING (id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('app.merchant_id', true), '')::uuid);

-- What the API may do. Nothing may be deleted but sessions and old idempotency keys; the ledger and the audit log
-- can only grow.
GRANT SELECT, INSERT, UPDATE ON merchants, employees, customers, transactions, redemptions, cashback_lots,
  marketing_spend, integration_configs TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cashback_app;
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries, audit_log, integration_sync_log TO cashback_app;

-- Look-ups across tenants. Each returns ids (and what the caller proved to know), never a merchant's data.
CREATE SCHEMA lookup;
GRANT USAGE ON SCHEMA lookup TO cashback_app;
GRANT USAGE, CREATE ON SCHEMA lookup TO cashback_lookup;

GRANT SELECT (id, name, program_name, rate_basis_points, logo_url, brand_color, signup_link_slug, time_zone, custom_domain,
  custom_domain_status, is_active) ON merchants TO cashback_lookup;
GRANT SELECT (merchant_id, id, name, email, phone, role, password_hash, is_active) ON employees TO cashback_lookup;
GRANT SELECT (merchant_id, id, employee_id, created_at, expires_at) ON sessions TO cashback_lookup;
GRANT SELECT (merchant_id, id, phone) ON customers TO cashback_lookup;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON transactions, redemptions TO cashback_lookup;
CREATE POLICY lookup ON merchants FOR SELECT TO cashback_lookup USING (true);
CREATE POLICY lookup ON employees FOR SELECT TO cashback_lookup USING (true);
CREATE POLICY lookup ON sessions FOR SELECT TO cashback_lookup USING (true);
CREATE POLICY lookup ON customers FOR SELECT TO cashback_lookup USING (true);
CREATE POLICY lookup ON transactions FOR SELECT TO cashback_lookup USING (true);
CREATE POLICY lookup ON redemptions FOR SELECT TO cashback_lookup USING (true);

CREATE FUNCTION lookup.merchant_by_slug(p_slug text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT id FROM public.merchants WHERE signup_link_slug = p_slug AND is_active $$;

CREATE FUNCTION lookup.merchant_by_domain(p_domain text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT id FROM public.merchants
        WHERE (CASE WHEN custom_domain_status = 'verified' THEN custom_domain END) = p_domain AND is_active $$;

CREATE FUNCTION lookup.login_by_email(p_email text)
  RETURNS TABLE (merchant_id uuid, employee_id uuid, password_hash text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT e.merchant_id, e.id, e.password_hash
        FROM public.employees e JOIN public.merchants m ON m.id = e.merchant_id
        WHERE e.email = p_email AND e.is_active AND m.is_active $$;

-- Whoever knows the session's id (the hash of a cookie's 32 random bytes) is that person: the answer is what the
-- signed-in person may see of themselves and their merchant. Deactivated people and merchants have no session.
CREATE FUNCTION lookup.session_by_id(p_id text)
  RETURNS TABLE (merchant_id uuid, employee_id uuid, created_at timestamptz, expires_at timestamptz, employee_name text,
    employee_email text, employee_phone text, employee_role text, merchant_name text, program_name text,
    rate_basis_points integer, logo_url text, brand_color text, signup_link_slug text, time_zone text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT s.merchant_id, s.employee_id, s.created_at, s.expires_at, e.name, e.email, e.phone, e.role, m.name,
          m.program_name, m.rate_basis_points, m.logo_url, m.brand_color, m.signup_link_slug, m.time_zone
        FROM public.sessions s
        JOIN public.employees e ON e.merchant_id = s.merchant_id AND e.id = s.employee_id AND e.is_active
        JOIN public.merchants m ON m.id = s.merchant_id AND m.is_active
        WHERE s.id = p_id $$;

CREATE FUNCTION lookup.transaction_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid, customer_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT t.merchant_id, t.id, t.customer_id FROM public.transactions t WHERE t.token_hash = p_token_hash $$;

CREATE FUNCTION lookup.redemption_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid, customer_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT r.merchant_id, r.id, r.customer_id FROM public.redemptions r WHERE r.token_hash = p_token_hash $$;

-- The programmes of one person, for the page that shows them side by side on the platform's own host.
CREATE FUNCTION lookup.merchants_by_phone(p_phone text, p_limit integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT c.merchant_id FROM public.customers c JOIN public.merchants m ON m.id = c.merchant_id
        WHERE c.phone = p_phone AND m.is_active ORDER BY c.merchant_id LIMIT p_limit $$;

DO $$
DECLARE
  lookup_function regprocedure;
BEGIN
  -- Handing a function over needs membership in the new owner's role; a superuser has it already.
  IF NOT pg_has_role(current_user, 'cashback_lookup', 'MEMBER') THEN
    EXECUTE format('GRANT cashback_lookup TO %I', current_user);
  END IF;
  FOR lookup_function IN SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'lookup'
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', lookup_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO cashback_app', lookup_function);
    EXECUTE format('ALTER FUNCTION %s OWNER TO cashback_lookup', lookup_function);
  END LOOP;
END
$$;
