-- Trigger of cashback_lots, for what cashback_app inserts itself: a new lot is full and dated now, as a
-- credit by hand is. A trigger, because a grant limits columns and not their values.
CREATE OR REPLACE FUNCTION refuse_app_lot() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  -- Five minutes are more than a transaction may take.
  IF (NEW.remaining_cents = NEW.amount_cents
      AND NEW.created_at >= money_now() - interval '5 minutes') IS NOT TRUE THEN
    RAISE EXCEPTION 'a new lot is full and not back-dated' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_app_lot() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_app_lot BEFORE INSERT ON cashback_lots FOR EACH ROW
  WHEN (current_user = 'cashback_app') EXECUTE FUNCTION refuse_app_lot();
