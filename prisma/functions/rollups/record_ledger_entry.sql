-- Trigger of ledger_entries: records for the rollups how an entry changes its lot. The accrual of a
-- confirmation, by far the most frequent, is recorded by confirm_cashback, which has the values at hand. An
-- undone expiry has not expired.
-- A trigger, so that every path that writes the ledger keeps the rollups right.
CREATE OR REPLACE FUNCTION record_ledger_entry() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, available_at, expires_at, remaining_cents, expired_cents)
  SELECT NEW.merchant_id, CASE WHEN l.maturing_days = 0 THEN '-infinity' ELSE l.available_at END,
    coalesce(l.expires_at, 'infinity'), NEW.amount_cents, CASE WHEN NEW.kind IN ('expiry', 'expiry_reversal')
      THEN -NEW.amount_cents ELSE 0 END
  FROM cashback_lots l WHERE l.merchant_id = NEW.merchant_id AND l.id = NEW.lot_id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_ledger_entry() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_ledger_entry AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind <> 'accrual')
  EXECUTE FUNCTION record_ledger_entry();
