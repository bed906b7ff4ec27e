-- Policies and grants of cohort_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE cohort_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE cohort_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON cohort_rollups;
CREATE POLICY tenant ON cohort_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON cohort_rollups FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON cohort_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON cohort_rollups TO cashback_worker;
