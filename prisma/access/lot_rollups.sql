-- Policies and grants of lot_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE lot_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE lot_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON lot_rollups;
CREATE POLICY tenant ON lot_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON lot_rollups FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON lot_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON lot_rollups TO cashback_worker;
