-- Policies and grants of daily_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE daily_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON daily_rollups;
CREATE POLICY tenant ON daily_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON daily_rollups;
CREATE POLICY confirmer ON daily_rollups TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON daily_rollups FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_rollups TO cashback_worker;
GRANT SELECT ON daily_rollups TO cashback_confirmer;
