-- Policies and grants of adjustments. An adjustment stays as it happened; a merge moves it.
ALTER TABLE adjustments ENABLE ROW LEVEL SECURITY;
ALTER TABLE adjustments FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON adjustments;
CREATE POLICY tenant ON adjustments
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON adjustments FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON adjustments TO cashback_app;
GRANT UPDATE (customer_id) ON adjustments TO cashback_app;
GRANT SELECT ON adjustments TO cashback_worker;
GRANT SELECT ON adjustments TO cashback_eraser;
GRANT UPDATE (reason) ON adjustments TO cashback_eraser;
