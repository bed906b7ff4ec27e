-- Trigger of merchants: a new merchant's rollups are complete from the start, because it has no rows yet.
-- A trigger, so that no path that makes a merchant can forget it.
CREATE OR REPLACE FUNCTION start_rollups() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.rollup_states (merchant_id, built_at) VALUES (NEW.id, NEW.created_at)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION start_rollups() FROM PUBLIC;

CREATE OR REPLACE TRIGGER start_rollups AFTER INSERT ON merchants FOR EACH ROW
  EXECUTE FUNCTION start_rollups();
