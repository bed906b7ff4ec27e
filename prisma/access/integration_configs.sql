-- Policies and grants of integration_configs. The worker writes when it synchronized last and how
-- often.
ALTER TABLE integration_configs ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_configs FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON integration_configs;
CREATE POLICY tenant ON integration_configs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON integration_configs;
CREATE POLICY confirmer ON integration_configs TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON integration_configs FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON integration_configs TO cashback_app;
GRANT SELECT ON integration_configs TO cashback_worker;
GRANT UPDATE (last_sync_at, sync_count) ON integration_configs TO cashback_worker;
GRANT SELECT (
  merchant_id, id, is_active, sync_on_signup, sync_on_purchase, sync_on_redemption
) ON integration_configs TO cashback_confirmer;
