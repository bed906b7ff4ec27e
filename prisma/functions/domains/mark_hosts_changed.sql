-- Triggers of merchants: stamps a merchant whose host names changed, so that lookup.host_names returns it
-- again.
-- A trigger, so that no path that changes a slug, a domain or the activity can forget the stamp.
-- clock_timestamp(), not the start of the transaction: the shorter the time from stamp to commit, the less
-- the host directory has to read again.
CREATE OR REPLACE FUNCTION mark_hosts_changed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.hosts_changed_at := clock_timestamp();
  -- The grace period belongs to one verified domain; another domain starts without one.
  IF TG_OP = 'UPDATE' AND (NEW.custom_domain IS DISTINCT FROM OLD.custom_domain
      OR NEW.custom_domain_status IS DISTINCT FROM 'verified') THEN
    NEW.custom_domain_missing_since := NULL;
    NEW.custom_domain_warned_at := NULL;
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION mark_hosts_changed() FROM PUBLIC;

CREATE OR REPLACE TRIGGER mark_hosts_inserted BEFORE INSERT ON merchants
  FOR EACH ROW EXECUTE FUNCTION mark_hosts_changed();
CREATE OR REPLACE TRIGGER mark_hosts_changed BEFORE UPDATE OF signup_link_slug, custom_domain,
  custom_domain_status, is_active ON merchants
  FOR EACH ROW
  WHEN ((OLD.signup_link_slug, OLD.custom_domain, OLD.custom_domain_status, OLD.is_active)
    IS DISTINCT FROM (NEW.signup_link_slug, NEW.custom_domain, NEW.custom_domain_status, NEW.is_active))
  EXECUTE FUNCTION mark_hosts_changed();
