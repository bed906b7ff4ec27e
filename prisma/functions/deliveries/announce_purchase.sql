-- Triggers of transactions: announce a purchase that is issued or confirmed. issue_cashback and
-- confirm_cashback announce theirs themselves. A call of the confirm_cashback before, which waited while the
-- migration ran, still needs announce_confirmed: the next release drops that trigger and its branch.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_purchase() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(NEW.merchant_id, NULL, 'cashback.issued', NEW.id, NEW.customer_id, NEW.created_at);
  ELSE
    PERFORM announce(NEW.merchant_id, 'purchase', 'cashback.confirmed', NEW.id, NEW.customer_id,
      NEW.qr_scanned_at);
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_purchase() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_issued AFTER INSERT ON transactions FOR EACH ROW
  WHEN (current_user <> 'cashback_confirmer')
  EXECUTE FUNCTION announce_purchase();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF qr_scanned ON transactions FOR EACH ROW
  WHEN (NEW.qr_scanned AND NOT OLD.qr_scanned AND current_user <> 'cashback_confirmer')
  EXECUTE FUNCTION announce_purchase();
