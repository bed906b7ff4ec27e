-- Trigger of transactions: announces an issued purchase. confirm_cashback announces the confirmed ones.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_purchase() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id, NULL, 'cashback.issued', NEW.id, NEW.customer_id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_purchase() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_issued AFTER INSERT ON transactions FOR EACH ROW
  EXECUTE FUNCTION announce_purchase();
