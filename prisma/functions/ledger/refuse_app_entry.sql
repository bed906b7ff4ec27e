-- Trigger of ledger_entries, for what cashback_app inserts itself; confirmations insert as
-- cashback_confirmer. It credits no purchase, debits no redemption and dates no entry before the customer's
-- balance or before now. A trigger, because a grant limits columns and not their values.
CREATE OR REPLACE FUNCTION refuse_app_entry() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
BEGIN
  IF NEW.kind IN ('accrual', 'redemption') THEN
    RAISE EXCEPTION 'entries of the kind % are written by confirmations only', NEW.kind
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- Five minutes are more than a transaction may take. An undone expiry is dated now, although a wrong clock
  -- has dated the balance ahead (api/src/ledger/undo-expiry.sql.ts).
  IF (NEW.created_at >= money_now() - interval '5 minutes') IS NOT TRUE
    OR NEW.kind <> 'expiry_reversal' AND EXISTS (
      SELECT FROM customers c WHERE c.merchant_id = NEW.merchant_id AND c.id = NEW.customer_id
        AND c.balance_as_of > NEW.created_at) THEN
    RAISE EXCEPTION 'an entry of % is back-dated', NEW.created_at USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_app_entry() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_app_entry BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (current_user = 'cashback_app') EXECUTE FUNCTION refuse_app_entry();
