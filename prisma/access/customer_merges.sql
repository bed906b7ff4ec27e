-- Policies and grants of customer_merges. A merge stays as it happened.
ALTER TABLE customer_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_merges FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_merges;
CREATE POLICY tenant ON customer_merges
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON customer_merges FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON customer_merges TO cashback_app;
GRANT SELECT ON customer_merges TO cashback_worker;
GRANT SELECT ON customer_merges TO cashback_eraser;
GRANT UPDATE (reason, source_phone) ON customer_merges TO cashback_eraser;
