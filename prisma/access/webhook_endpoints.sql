-- Policies and grants of webhook_endpoints. The worker turns an endpoint off that answers 410.
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON webhook_endpoints;
CREATE POLICY tenant ON webhook_endpoints
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON webhook_endpoints;
CREATE POLICY confirmer ON webhook_endpoints TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON webhook_endpoints FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO cashback_app;
GRANT SELECT ON webhook_endpoints TO cashback_worker;
GRANT UPDATE (is_active) ON webhook_endpoints TO cashback_worker;
GRANT SELECT (merchant_id, id, is_active, events) ON webhook_endpoints TO cashback_confirmer;
