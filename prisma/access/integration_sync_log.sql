-- Policies and grants of integration_sync_log. The log only grows; employees may mark an entry as
-- sent again.
ALTER TABLE integration_sync_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_sync_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON integration_sync_log;
CREATE POLICY tenant ON integration_sync_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON integration_sync_log;
CREATE POLICY retention ON integration_sync_log TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON integration_sync_log
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_app;
GRANT UPDATE (retried_at) ON integration_sync_log TO cashback_app;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_worker;
GRANT SELECT (merchant_id, id, created_at), DELETE ON integration_sync_log TO cashback_retention;
GRANT SELECT ON integration_sync_log TO cashback_eraser;
GRANT UPDATE (error_message, response_data) ON integration_sync_log TO cashback_eraser;
