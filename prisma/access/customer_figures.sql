-- Who may see and change the rows of customer_figures. Derived, so a rebuild may delete the rows.
ALTER TABLE customer_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_figures FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_figures;
CREATE POLICY tenant ON customer_figures
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON customer_figures FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_figures TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_figures TO cashback_worker;
