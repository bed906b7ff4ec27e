-- Policies and grants of data_requests. The worker adds whose phone it is, and mails the owners.
ALTER TABLE data_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_requests FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON data_requests;
CREATE POLICY tenant ON data_requests
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON data_requests;
CREATE POLICY retention ON data_requests TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON data_requests
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON data_requests TO cashback_app;
GRANT SELECT, UPDATE (customer_id) ON data_requests TO cashback_worker;
GRANT SELECT (merchant_id, id, closed_at), DELETE ON data_requests TO cashback_retention;
GRANT SELECT, UPDATE (customer_id, phone, contact, message, answer)
  ON data_requests TO cashback_eraser;
