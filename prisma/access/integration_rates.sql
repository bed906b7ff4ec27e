-- Policies and grants of integration_rates.
ALTER TABLE integration_rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_rates FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON integration_rates;
CREATE POLICY tenant ON integration_rates
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON integration_rates FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON integration_rates TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON integration_rates TO cashback_worker;
