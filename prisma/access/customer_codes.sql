-- Policies and grants of customer_codes. A customer's next code replaces the one before. The worker mails it.
ALTER TABLE customer_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_codes FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_codes;
CREATE POLICY tenant ON customer_codes
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON customer_codes;
CREATE POLICY retention ON customer_codes TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON customer_codes
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_codes TO cashback_app;
GRANT SELECT, DELETE ON customer_codes TO cashback_worker;
GRANT SELECT, DELETE ON customer_codes TO cashback_eraser;
GRANT SELECT (merchant_id, customer_id, expires_at), DELETE ON customer_codes TO cashback_retention;
