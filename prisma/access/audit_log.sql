-- Policies and grants of audit_log. The audit log only grows; retention empties old addresses and details.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON audit_log;
CREATE POLICY tenant ON audit_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON audit_log;
CREATE POLICY retention ON audit_log TO cashback_retention USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS confirmer ON audit_log;
CREATE POLICY confirmer ON audit_log TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON audit_log
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT SELECT, INSERT ON audit_log TO cashback_app;
GRANT INSERT ON audit_log TO cashback_worker;
-- The network in which a purchase was recorded.
GRANT SELECT (merchant_id, entity_id, action, ip) ON audit_log TO cashback_worker;
GRANT SELECT (merchant_id, created_at, ip, user_agent, details), UPDATE (ip, user_agent, details)
  ON audit_log TO cashback_retention;
GRANT SELECT ON audit_log TO cashback_eraser;
GRANT UPDATE (details) ON audit_log TO cashback_eraser;
GRANT INSERT ON audit_log TO cashback_confirmer;
