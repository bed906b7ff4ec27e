-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/customers.sql
-- Policies and grants of customers. The worker changes what time changes, the cached balance, and corrects
-- what a verification found: the totals.
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customers;
CREATE POLICY tenant ON customers
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON customers;
CREATE POLICY lookup ON customers FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON customers;
CREATE POLICY confirmer ON customers TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON customers
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customers TO cashback_app;
GRANT SELECT ON customers TO cashback_worker;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at
) ON customers TO cashback_worker;
GRANT SELECT (merchant_id, id, phone, balance_changes_at) ON customers TO cashback_lookup;
GRANT SELECT ON customers TO cashback_confirmer;
GRANT INSERT (
  merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name
) ON customers TO cashback_confirmer;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at, name
) ON customers TO cashback_confirmer;
GRANT SELECT ON customers TO cashback_eraser;
GRANT UPDATE (phone, name, email, signup_name, erased_at) ON customers TO cashback_eraser;

-- prisma/access/ledger_corrections.sql
-- Grants of operations.ledger_corrections. Corrections are only added.
REVOKE ALL ON operations.ledger_corrections
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON operations.ledger_corrections TO cashback_app;
GRANT SELECT, INSERT ON operations.ledger_corrections TO cashback_worker;
GRANT SELECT ON operations.ledger_corrections TO cashback_confirmer;

-- prisma/functions/ledger/name_repeated_expiry.sql
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
