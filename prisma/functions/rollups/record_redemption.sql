-- Triggers of redemptions: a redemption counts on the day it was made, from its completion until it is
-- undone.
-- A trigger, so that every path that completes or undoes one keeps the rollups right.
CREATE OR REPLACE FUNCTION record_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  sign integer := CASE WHEN NEW.status = 'completed' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, employee_id, redemptions, redeemed_cents)
  SELECT NEW.merchant_id, (NEW.created_at AT TIME ZONE m.time_zone)::date, NEW.employee_id, sign,
    sign * NEW.amount_cents
  FROM merchants m WHERE m.id = NEW.merchant_id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_redemption AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed')
  EXECUTE FUNCTION record_redemption();
CREATE OR REPLACE TRIGGER record_redemption AFTER UPDATE ON redemptions FOR EACH ROW
  WHEN ((OLD.status = 'completed') <> (NEW.status = 'completed'))
  EXECUTE FUNCTION record_redemption();
