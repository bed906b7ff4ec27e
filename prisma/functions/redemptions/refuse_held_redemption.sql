-- Triggers of redemptions: refuses to make or complete a redemption while the merchant's ledger does not add
-- up (RH001), or while an alert holds the customer (RH002). api/src/lib/database-errors.ts knows the codes.
-- A trigger, so that no path can redeem around the hold.
CREATE OR REPLACE FUNCTION refuse_held_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM operations.alarms a
             WHERE a.kind = 'redemptions_held' AND a.merchant_id = NEW.merchant_id AND a.ended_at IS NULL)
  THEN
    RAISE EXCEPTION 'redemptions of merchant % are held', NEW.merchant_id USING ERRCODE = 'RH001';
  END IF;
  IF EXISTS (SELECT FROM redemption_holds h
             WHERE h.merchant_id = NEW.merchant_id AND h.customer_id = NEW.customer_id)
  THEN
    RAISE EXCEPTION 'redemptions of customer % are held', NEW.customer_id USING ERRCODE = 'RH002';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_held_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_held_redemption BEFORE INSERT ON redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_held_redemption();
CREATE OR REPLACE TRIGGER refuse_held_completion BEFORE UPDATE ON redemptions FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'completed')
  EXECUTE FUNCTION refuse_held_redemption();
