-- Trigger of merchants: forgets the merchant's known devices when its pages move to another host. Their
-- cookies belong to the former host, so nothing could prove with them, and no other phone would become known.
-- A trigger, so that no path that moves the pages can forget it.
CREATE OR REPLACE FUNCTION forget_moved_devices() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  DELETE FROM public.customer_devices WHERE merchant_id = NEW.id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION forget_moved_devices() FROM PUBLIC;

-- The host that canonicalOrigin names; none is the one that all merchants share.
CREATE OR REPLACE TRIGGER forget_moved_devices
  AFTER UPDATE OF signup_link_slug, custom_domain, custom_domain_status, gtm_id, meta_pixel_id ON merchants
  FOR EACH ROW
  WHEN (CASE WHEN OLD.custom_domain_status = 'verified' THEN OLD.custom_domain
          WHEN OLD.gtm_id IS NOT NULL OR OLD.meta_pixel_id IS NOT NULL THEN OLD.signup_link_slug END
        IS DISTINCT FROM
        CASE WHEN NEW.custom_domain_status = 'verified' THEN NEW.custom_domain
          WHEN NEW.gtm_id IS NOT NULL OR NEW.meta_pixel_id IS NOT NULL THEN NEW.signup_link_slug END)
  EXECUTE FUNCTION forget_moved_devices();
