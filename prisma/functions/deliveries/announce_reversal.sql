-- Triggers of purchase_reversals and redemption_reversals: announces a reversal.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_reversal() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id, NULL,
    CASE TG_TABLE_NAME WHEN 'purchase_reversals' THEN 'purchase.reversed' ELSE 'redemption.reversed' END,
    NEW.id, NEW.customer_id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_reversal() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_reversal AFTER INSERT ON purchase_reversals FOR EACH ROW
  EXECUTE FUNCTION announce_reversal();
CREATE OR REPLACE TRIGGER announce_reversal AFTER INSERT ON redemption_reversals FOR EACH ROW
  EXECUTE FUNCTION announce_reversal();
