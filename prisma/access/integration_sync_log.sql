-- Policies and grants of integration_sync_log. The log only grows; employees may mark an entry as
-- sent again.
ALTER TABLE integration_sync_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_sync_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON integration_sync_log;
CREATE POLICY tenant ON integration_sync_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON integration_sync_log FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_app;
GRANT UPDATE (retried_at) ON integration_sync_log TO cashback_app;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_worker;
