-- Policies and grants of customer_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE customer_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_rollups;
CREATE POLICY tenant ON customer_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON customer_rollups FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_rollups TO cashback_worker;
