-- Policies and grants of customer_views.
ALTER TABLE customer_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_views FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_views;
CREATE POLICY tenant ON customer_views
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON customer_views FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON customer_views TO cashback_app;
