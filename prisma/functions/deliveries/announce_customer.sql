-- Trigger of customers: announces a new customer to webhooks. The sign-up itself announces to the
-- integrations.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_customer() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id, NULL, 'customer.created', NEW.id, NEW.id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_customer() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_customer AFTER INSERT ON customers FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL) EXECUTE FUNCTION announce_customer();
