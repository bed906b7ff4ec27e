-- Trigger of consents: announces a consent that was given or withdrawn. Providers hear of those for e-mail;
-- of one that is given at the sign-up they hear with the sign-up, if they want that.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_consent() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM announce(NEW.merchant_id,
    CASE WHEN NEW.channel <> 'email' THEN NULL WHEN NOT NEW.is_given THEN 'withdrawal'
      WHEN NEW.source <> 'signup' THEN 'consent' END,
    'customer.consent_changed', NEW.id, NEW.customer_id, NEW.created_at);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_consent() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_consent AFTER INSERT ON consents FOR EACH ROW
  EXECUTE FUNCTION announce_consent();
