-- Policies and grants of provider_requests. Deleted once they are old.
ALTER TABLE provider_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_requests FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON provider_requests;
CREATE POLICY tenant ON provider_requests
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON provider_requests;
CREATE POLICY lookup ON provider_requests FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON provider_requests;
CREATE POLICY retention ON provider_requests TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON provider_requests
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_requests TO cashback_app;
GRANT SELECT, UPDATE, DELETE ON provider_requests TO cashback_worker;
GRANT SELECT (merchant_id, id, created_at) ON provider_requests TO cashback_lookup;
GRANT SELECT (merchant_id, id, created_at), DELETE ON provider_requests TO cashback_retention;
GRANT SELECT, DELETE ON provider_requests TO cashback_eraser;
