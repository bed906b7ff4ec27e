-- Policies and grants of customer_devices. A device that is forgotten is deleted. Confirmations add devices.
ALTER TABLE customer_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_devices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_devices;
CREATE POLICY tenant ON customer_devices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON customer_devices;
CREATE POLICY confirmer ON customer_devices TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON customer_devices;
CREATE POLICY retention ON customer_devices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON customer_devices
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_devices TO cashback_app;
GRANT SELECT, DELETE ON customer_devices TO cashback_worker;
GRANT SELECT, INSERT ON customer_devices TO cashback_confirmer;
GRANT UPDATE (created_at, expires_at, is_lasting) ON customer_devices TO cashback_confirmer;
GRANT SELECT, DELETE ON customer_devices TO cashback_eraser;
GRANT SELECT (merchant_id, id, customer_id, expires_at), DELETE ON customer_devices TO cashback_retention;
