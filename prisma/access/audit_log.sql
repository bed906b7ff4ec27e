-- Policies and grants of audit_log. The audit log only grows.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON audit_log;
CREATE POLICY tenant ON audit_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON audit_log FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON audit_log TO cashback_app;
GRANT INSERT ON audit_log TO cashback_worker;
