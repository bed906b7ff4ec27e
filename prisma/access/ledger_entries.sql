-- Policies and grants of ledger_entries. The ledger only grows.
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON ledger_entries;
CREATE POLICY tenant ON ledger_entries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON ledger_entries FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON ledger_entries TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries TO cashback_worker;
