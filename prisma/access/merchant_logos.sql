-- Policies and grants of merchant_logos. A replaced logo is deleted.
ALTER TABLE merchant_logos ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_logos FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON merchant_logos;
CREATE POLICY tenant ON merchant_logos
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON merchant_logos FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON merchant_logos TO cashback_app;
