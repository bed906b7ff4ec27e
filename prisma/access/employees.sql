-- Policies and grants of employees. The worker reads no password hash and no phone.
ALTER TABLE employees ENABLE ROW LEVEL SECURITY;
ALTER TABLE employees FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employees;
CREATE POLICY tenant ON employees
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON employees;
CREATE POLICY lookup ON employees FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON employees;
CREATE POLICY confirmer ON employees FOR SELECT TO cashback_confirmer USING (true);

REVOKE ALL ON employees FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON employees TO cashback_app;
GRANT SELECT (merchant_id, id, name, email, role, is_active) ON employees TO cashback_worker;
GRANT SELECT (
  merchant_id, id, name, email, phone, password_hash, role, is_active, device_generation, created_at
) ON employees TO cashback_lookup;
GRANT SELECT (merchant_id, id, is_active) ON employees TO cashback_confirmer;
