-- Policies and grants of customer_pins. The worker needs none: no job may see a hash.
ALTER TABLE customer_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_pins FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_pins;
CREATE POLICY tenant ON customer_pins
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON customer_pins;
CREATE POLICY confirmer ON customer_pins FOR SELECT TO cashback_confirmer USING (true);

REVOKE ALL ON customer_pins
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_pins TO cashback_app;
GRANT SELECT (merchant_id, customer_id) ON customer_pins TO cashback_confirmer;
GRANT SELECT, DELETE ON customer_pins TO cashback_eraser;
