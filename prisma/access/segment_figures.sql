-- Who may see and change the rows of segment_figures. Derived, so a rebuild may delete the rows.
ALTER TABLE segment_figures ENABLE ROW LEVEL SECURITY;
ALTER TABLE segment_figures FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON segment_figures;
CREATE POLICY tenant ON segment_figures
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON segment_figures FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON segment_figures TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON segment_figures TO cashback_worker;
