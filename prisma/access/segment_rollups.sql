-- Policies and grants of segment_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE segment_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE segment_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON segment_rollups;
CREATE POLICY tenant ON segment_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON segment_rollups FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON segment_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON segment_rollups TO cashback_worker;
