-- Policies and grants of sessions. The worker has no part in sessions.
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON sessions;
CREATE POLICY tenant ON sessions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON sessions;
CREATE POLICY lookup ON sessions FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON sessions FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, created_at, expires_at) ON sessions TO cashback_lookup;
