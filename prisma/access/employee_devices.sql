-- Policies and grants of employee_devices. A sign-in writes them.
ALTER TABLE employee_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE employee_devices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employee_devices;
CREATE POLICY tenant ON employee_devices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON employee_devices;
CREATE POLICY retention ON employee_devices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON employee_devices FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON employee_devices TO cashback_app;
GRANT SELECT ON employee_devices TO cashback_worker;
GRANT SELECT (merchant_id, employee_id, device_hash, seen_at), DELETE ON employee_devices TO cashback_retention;
