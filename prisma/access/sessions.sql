-- Policies and grants of sessions. The worker has no part in sessions.
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON sessions;
CREATE POLICY tenant ON sessions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON sessions;
CREATE POLICY lookup ON sessions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON sessions;
CREATE POLICY retention ON sessions TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON sessions FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, created_at, expires_at, proved_at, tablet_id)
  ON sessions TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON sessions TO cashback_retention;
