-- What every process keeps in memory: which names lead to which merchant. Each change of a merchant's names gets the time it
-- was made, so that a process reads only what has changed since it last looked.

ALTER TABLE merchants
  ADD COLUMN hosts_changed_at timestamptz(6) NOT NULL DEFAULT now(),
  -- Since when the record that proves the custom domain has not been found; null while it is there.
  ADD COLUMN custom_domain_missing_since timestamptz(6),
  -- When its owners were last told so.
  ADD COLUMN custom_domain_warned_at timestamptz(6);

-- Triggers, because releases that know nothing of this column change names too. clock_timestamp(), not the transaction's
-- beginning: the less time passes between it and the commit, the less a reader has to read again.
CREATE FUNCTION mark_hosts_changed() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$
  BEGIN
    NEW.hosts_changed_at := clock_timestamp();
    -- The time of grace belongs to one domain, for as long as it is verified.
    IF TG_OP = 'UPDATE' AND (NEW.custom_domain IS DISTINCT FROM OLD.custom_domain
        OR NEW.custom_domain_status IS DISTINCT FROM 'verified') THEN
      NEW.custom_domain_missing_since := NULL;
      NEW.custom_domain_warned_at := NULL;
    END IF;
    RETURN NEW;
  END
  $$;
REVOKE ALL ON FUNCTION mark_hosts_changed() FROM PUBLIC;
CREATE TRIGGER mark_hosts_inserted BEFORE INSERT ON merchants
  FOR EACH ROW EXECUTE FUNCTION mark_hosts_changed();
CREATE TRIGGER mark_hosts_changed BEFORE UPDATE OF signup_link_slug, custom_domain, custom_domain_status, is_active ON merchants
  FOR EACH ROW
  WHEN ((OLD.signup_link_slug, OLD.custom_domain, OLD.custom_domain_status, OLD.is_active)
    IS DISTINCT FROM (NEW.signup_link_slug, NEW.custom_domain, NEW.custom_domain_status, NEW.is_active))
  EXECUTE FUNCTION mark_hosts_changed();

-- A slug may be given to a merchant beside its own. A merchant that this transaction has marked already is left alone.
CREATE FUNCTION mark_hosts_of_slug() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  AS $$
  BEGIN
    UPDATE public.merchants SET hosts_changed_at = clock_timestamp()
      WHERE id = NEW.merchant_id AND hosts_changed_at < transaction_timestamp();
    RETURN NULL;
  END
  $$;
REVOKE ALL ON FUNCTION mark_hosts_of_slug() FROM PUBLIC;
CREATE TRIGGER mark_hosts_of_slug AFTER INSERT ON merchant_slugs
  FOR EACH ROW EXECUTE FUNCTION mark_hosts_of_slug();

GRANT SELECT (hosts_changed_at, custom_domain_checked_at) ON merchants TO cashback_lookup;

-- A page of merchants with their names, in the order in which those changed, after the one that p_since and p_after name.
CREATE FUNCTION lookup.host_names(p_since timestamptz, p_after uuid, p_limit integer)
  RETURNS TABLE (merchant_id uuid, changed_at timestamptz, is_active boolean, slugs text[], domain text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT m.id, m.hosts_changed_at, m.is_active,
          ARRAY(SELECT s.signup_link_slug FROM public.merchant_slugs s WHERE s.merchant_id = m.id),
          CASE WHEN m.custom_domain_status = 'verified' THEN m.custom_domain END
        FROM public.merchants m
        WHERE (m.hosts_changed_at, m.id) > (p_since, p_after)
        ORDER BY m.hosts_changed_at, m.id LIMIT p_limit $$;

-- Who has the domain, active or not: as long as it is verified nobody else can have it.
CREATE FUNCTION lookup.domain_holder(p_domain text) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT id FROM public.merchants
        WHERE (CASE WHEN custom_domain_status = 'verified' THEN custom_domain END) = p_domain $$;

-- Merchants whose verified domain is to be checked again, longest unchecked first. Each has a time of its own between 19
-- and 23 hours, so that what was checked at one moment is spread over the day within a few days.
CREATE FUNCTION lookup.merchants_with_due_domains(p_now timestamptz, p_limit integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$ SELECT m.id FROM public.merchants m
        WHERE m.custom_domain_status = 'verified'
          AND coalesce(m.custom_domain_checked_at, '-infinity') <= p_now - interval '19 hours'
          AND coalesce(m.custom_domain_checked_at, '-infinity')
            <= p_now - interval '19 hours' - interval '1 minute' * (hashtext(m.id::text) & 255) * (240.0 / 256)
        ORDER BY coalesce(m.custom_domain_checked_at, '-infinity') LIMIT p_limit $$;

DO $$
DECLARE
  lookup_function regprocedure;
BEGIN
  FOREACH lookup_function IN ARRAY ARRAY['lookup.host_names(timestamptz, uuid, integer)', 'lookup.domain_holder(text)',
    'lookup.merchants_with_due_domains(timestamptz, integer)']::regprocedure[]
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', lookup_function);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO cashback_app', lookup_function);
    EXECUTE format('ALTER FUNCTION %s OWNER TO cashback_lookup', lookup_function);
  END LOOP;
END
$$;
