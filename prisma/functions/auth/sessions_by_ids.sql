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
