-- Policies and grants of half_open_logins. The worker has no part in logins.
ALTER TABLE half_open_logins ENABLE ROW LEVEL SECURITY;
ALTER TABLE half_open_logins FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON half_open_logins;
CREATE POLICY tenant ON half_open_logins
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON half_open_logins;
CREATE POLICY lookup ON half_open_logins FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON half_open_logins;
CREATE POLICY retention ON half_open_logins TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON half_open_logins FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, DELETE ON half_open_logins TO cashback_app;
GRANT UPDATE (tries_left) ON half_open_logins TO cashback_app;
GRANT SELECT (merchant_id, id, token_hash) ON half_open_logins TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON half_open_logins TO cashback_retention;
