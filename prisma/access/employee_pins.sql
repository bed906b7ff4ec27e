-- Policies and grants of employee_pins. The worker needs none: no job may see a hash.
ALTER TABLE employee_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE employee_pins FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employee_pins;
CREATE POLICY tenant ON employee_pins
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON employee_pins FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON employee_pins TO cashback_app;
