-- Policies and grants of idempotency_keys. An answer is never changed; old ones are deleted.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON idempotency_keys;
CREATE POLICY tenant ON idempotency_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON idempotency_keys FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO cashback_app;
