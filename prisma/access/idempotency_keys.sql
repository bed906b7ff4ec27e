-- Policies and grants of idempotency_keys. An answer is never changed; old ones are deleted.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON idempotency_keys;
CREATE POLICY tenant ON idempotency_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON idempotency_keys;
CREATE POLICY retention ON idempotency_keys TO cashback_retention USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS confirmer ON idempotency_keys;
CREATE POLICY confirmer ON idempotency_keys TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON idempotency_keys
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO cashback_app;
GRANT SELECT (merchant_id, request_id, created_at), DELETE ON idempotency_keys TO cashback_retention;
GRANT SELECT ON idempotency_keys TO cashback_eraser;
GRANT UPDATE (response, request_hash) ON idempotency_keys TO cashback_eraser;
GRANT SELECT, INSERT ON idempotency_keys TO cashback_confirmer;
