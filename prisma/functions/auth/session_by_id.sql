-- Called by releases before only, and dropped by the next, as lookup.staff_sessions answers this: the session
-- of a cookie. Those releases know no tablets and would give their sessions the employee's own role.
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
