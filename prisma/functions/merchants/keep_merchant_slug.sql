-- Trigger of merchants: keeps every slug that a merchant has had, so that no other merchant can take it.
-- A trigger, so that no path that changes a slug can forget it.
CREATE OR REPLACE FUNCTION keep_merchant_slug() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.merchant_slugs (merchant_id, signup_link_slug) VALUES (NEW.id, NEW.signup_link_slug)
    ON CONFLICT (merchant_id, signup_link_slug) DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_merchant_slug() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_merchant_slug AFTER INSERT OR UPDATE OF signup_link_slug ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_merchant_slug();
