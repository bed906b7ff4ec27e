-- Called by api/src/domains/domains.sql.ts, by the job that rechecks domains: merchants whose verified domain
-- is due, longest unchecked first. Each merchant has its own interval between 19 and 23 hours, so that
-- domains checked at the same moment spread over the day within a few days.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_due_domains(p_now timestamptz, p_limit integer)
  RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  WHERE m.custom_domain_status = 'verified'
    AND coalesce(m.custom_domain_checked_at, '-infinity') <= p_now - interval '19 hours'
    AND coalesce(m.custom_domain_checked_at, '-infinity')
      <= p_now - interval '19 hours' - interval '1 minute' * (hashtext(m.id::text) & 255) * (240.0 / 256)
  ORDER BY coalesce(m.custom_domain_checked_at, '-infinity') LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_due_domains(timestamptz, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_due_domains(timestamptz, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_due_domains(timestamptz, integer) OWNER TO cashback_lookup;
