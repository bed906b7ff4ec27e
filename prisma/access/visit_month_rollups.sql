-- Policies and grants of visit_month_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE visit_month_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE visit_month_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON visit_month_rollups;
CREATE POLICY tenant ON visit_month_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON visit_month_rollups FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON visit_month_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON visit_month_rollups TO cashback_worker;
