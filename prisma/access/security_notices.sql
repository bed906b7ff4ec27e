-- Policies and grants of security_notices. The worker mails them.
ALTER TABLE security_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE security_notices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON security_notices;
CREATE POLICY tenant ON security_notices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON security_notices;
CREATE POLICY lookup ON security_notices FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON security_notices;
CREATE POLICY retention ON security_notices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON security_notices FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT ON security_notices TO cashback_app;
GRANT UPDATE (expires_at, used_at) ON security_notices TO cashback_app;
GRANT SELECT ON security_notices TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash) ON security_notices TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON security_notices TO cashback_retention;
