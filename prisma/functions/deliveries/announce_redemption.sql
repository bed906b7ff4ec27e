-- Triggers of redemptions: announce a redemption that was made or confirmed. create_redemption announces its
-- own itself.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(NEW.merchant_id, NULL, 'redemption.created', NEW.id, NEW.customer_id, NEW.created_at);
  ELSE
    PERFORM announce(NEW.merchant_id, 'redemption', 'redemption.confirmed', NEW.id, NEW.customer_id, now());
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_created AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'pending' AND current_user <> 'cashback_confirmer') EXECUTE FUNCTION announce_redemption();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF status ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed' AND OLD.status = 'pending') EXECUTE FUNCTION announce_redemption();
