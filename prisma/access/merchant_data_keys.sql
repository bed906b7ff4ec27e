-- Policies and grants of merchant_data_keys. Keys are only added; rotating them is the owner's
-- work.
ALTER TABLE merchant_data_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_data_keys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON merchant_data_keys;
CREATE POLICY tenant ON merchant_data_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON merchant_data_keys FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON merchant_data_keys TO cashback_app;
GRANT SELECT ON merchant_data_keys TO cashback_worker;
