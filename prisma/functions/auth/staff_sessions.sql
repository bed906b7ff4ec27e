-- Called by api/src/auth/auth.sql.ts: the sessions of cookies that arrived together. Each id is the hash of a
-- cookie's 32 random bytes, so a caller that knows it is that employee and may see its own name and its
-- merchant's. Deactivated employees and merchants have no session, and revoked tablets none either.
-- factor_due_at: until then the employee has to set up the second step that the merchant demands; null where
-- none is demanded or one is set up, and on tablets, which a PIN unlocks. With days of grace that is the end
-- of the merchant's day, so that no shift is cut short; isFactorDue (factors.sql.ts) counts alike.
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
    SELECT CASE f.grace_days WHEN 0 THEN greatest(f.demanded_at, e.created_at) ELSE
      ((greatest(f.demanded_at, e.created_at) AT TIME ZONE m.time_zone)::date + f.grace_days + 1)::timestamp
        AT TIME ZONE m.time_zone END AS due_at
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
  WHERE s.tablet_id IS NULL OR (t.id IS NOT NULL AND t.revoked_at IS NULL);
END
$$;

REVOKE ALL ON FUNCTION lookup.staff_sessions(text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.staff_sessions(text[]) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.staff_sessions(text[]) OWNER TO cashback_lookup;
