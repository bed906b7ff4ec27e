-- Policies and grants of employee_phones. Phones are only added: a former one stays the
-- employee's.
ALTER TABLE employee_phones ENABLE ROW LEVEL SECURITY;
ALTER TABLE employee_phones FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employee_phones;
CREATE POLICY tenant ON employee_phones
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON employee_phones;
CREATE POLICY confirmer ON employee_phones TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON employee_phones FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON employee_phones TO cashback_app;
GRANT SELECT ON employee_phones TO cashback_worker;
GRANT SELECT ON employee_phones TO cashback_confirmer;
