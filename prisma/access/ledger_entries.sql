-- Policies and grants of ledger_entries. The ledger only grows. The API gives no ids: they are the order of
-- the entries.
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON ledger_entries;
CREATE POLICY tenant ON ledger_entries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON ledger_entries;
CREATE POLICY lookup ON ledger_entries FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON ledger_entries;
CREATE POLICY confirmer ON ledger_entries TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON ledger_entries
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT (
  merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, employee_id, reason,
  created_at
) ON ledger_entries TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries TO cashback_worker;
GRANT SELECT (merchant_id, id) ON ledger_entries TO cashback_lookup;
GRANT SELECT, INSERT ON ledger_entries TO cashback_confirmer;
GRANT SELECT ON ledger_entries TO cashback_eraser;
GRANT UPDATE (reason) ON ledger_entries TO cashback_eraser;
