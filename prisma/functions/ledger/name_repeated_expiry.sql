-- Trigger of ledger_entries. An expiry has its lot as its source. When an expiry was undone and the lot
-- expires again, the second expiry takes the id of the undoing, and when a correction found something left in
-- an expired lot, that of the correction; so the key on (source, kind, lot) still refuses a second effect.
-- A trigger, because settle_customer is not the only statement that writes expiries.
CREATE OR REPLACE FUNCTION name_repeated_expiry() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  correction uuid;
BEGIN
  SELECT k.id INTO correction FROM (
    SELECT c.id, c.corrected_at FROM operations.clock_corrections c
    WHERE c.merchant_id = NEW.merchant_id
      AND EXISTS (SELECT FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id AND e.source_id = c.id
                  AND e.kind = 'expiry_reversal' AND e.lot_id = NEW.lot_id)
    UNION ALL
    SELECT c.id, c.corrected_at FROM operations.ledger_corrections c
    WHERE c.merchant_id = NEW.merchant_id AND c.subject_id = NEW.lot_id
      AND EXISTS (SELECT FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id
                  AND e.source_id = NEW.lot_id AND e.kind = 'expiry' AND e.lot_id = NEW.lot_id)
  ) k
  WHERE NOT EXISTS (SELECT FROM ledger_entries e WHERE e.merchant_id = NEW.merchant_id AND e.source_id = k.id
                    AND e.kind = 'expiry' AND e.lot_id = NEW.lot_id)
  ORDER BY k.corrected_at DESC LIMIT 1;
  NEW.source_id := coalesce(correction, NEW.source_id);
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION name_repeated_expiry() FROM PUBLIC;

CREATE OR REPLACE TRIGGER name_repeated_expiry BEFORE INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.kind = 'expiry' AND NEW.source_id = NEW.lot_id)
  EXECUTE FUNCTION name_repeated_expiry();
