-- Trigger of merchant_slugs: a slug may be added beside a merchant's own, and then its host names changed
-- too. A merchant that this transaction has stamped already is left alone.
-- A trigger for the same reason as mark_hosts_changed.
CREATE OR REPLACE FUNCTION mark_hosts_of_slug() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  UPDATE public.merchants SET hosts_changed_at = clock_timestamp()
    WHERE id = NEW.merchant_id AND hosts_changed_at < transaction_timestamp();
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION mark_hosts_of_slug() FROM PUBLIC;

CREATE OR REPLACE TRIGGER mark_hosts_of_slug AFTER INSERT ON merchant_slugs
  FOR EACH ROW EXECUTE FUNCTION mark_hosts_of_slug();
