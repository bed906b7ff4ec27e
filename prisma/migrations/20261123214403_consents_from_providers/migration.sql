-- prisma/access/consents.sql
-- Policies and grants of consents. The record only grows; a merge moves it. Workers add what providers
-- tell.
ALTER TABLE consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE consents FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON consents;
CREATE POLICY tenant ON consents
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON consents FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON consents TO cashback_app;
GRANT UPDATE (customer_id) ON consents TO cashback_app;
GRANT SELECT, INSERT ON consents TO cashback_worker;
GRANT SELECT, DELETE ON consents TO cashback_eraser;
