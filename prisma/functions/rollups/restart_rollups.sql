-- Trigger of merchants: in another time zone every row has another day, so the rollups are rebuilt before
-- they are read again. No screen changes the zone.
-- A trigger, so that no path that changes the zone can forget it.
CREATE OR REPLACE FUNCTION restart_rollups() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- Inserts a missing row too: a first build that is under way must see that the zone changed meanwhile.
  INSERT INTO public.rollup_states (merchant_id) VALUES (NEW.id)
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION restart_rollups() FROM PUBLIC;

CREATE OR REPLACE TRIGGER restart_rollups AFTER UPDATE OF time_zone ON merchants FOR EACH ROW
  WHEN (OLD.time_zone <> NEW.time_zone) EXECUTE FUNCTION restart_rollups();
