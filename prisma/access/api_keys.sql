-- Policies and grants of api_keys. A key is never changed: it is used and revoked.
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON api_keys;
CREATE POLICY tenant ON api_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON api_keys;
CREATE POLICY lookup ON api_keys FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON api_keys FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON api_keys TO cashback_app;
GRANT UPDATE (last_used_at, revoked_at) ON api_keys TO cashback_app;
GRANT SELECT (merchant_id, id, key_hash, revoked_at) ON api_keys TO cashback_lookup;
