-- Policies and grants of passkeys. Look-ups find one by its credential and may know that one exists. The
-- worker has no part in logins.
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkeys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON passkeys;
CREATE POLICY tenant ON passkeys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON passkeys;
CREATE POLICY lookup ON passkeys FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON passkeys FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON passkeys TO cashback_app;
GRANT UPDATE (counter, backed_up, last_used_at) ON passkeys TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, credential_id) ON passkeys TO cashback_lookup;
