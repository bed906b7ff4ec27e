-- Policies and grants of webhook_secrets.
ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_secrets FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON webhook_secrets;
CREATE POLICY tenant ON webhook_secrets
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON webhook_secrets FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON webhook_secrets TO cashback_app;
GRANT SELECT ON webhook_secrets TO cashback_worker;
