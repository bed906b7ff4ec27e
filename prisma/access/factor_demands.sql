-- Policies and grants of factor_demands. The look-up of sessions tells who still has to set a second step up.
ALTER TABLE factor_demands ENABLE ROW LEVEL SECURITY;
ALTER TABLE factor_demands FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON factor_demands;
CREATE POLICY tenant ON factor_demands
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON factor_demands;
CREATE POLICY lookup ON factor_demands FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON factor_demands FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON factor_demands TO cashback_app;
GRANT UPDATE (grace_days) ON factor_demands TO cashback_app;
GRANT SELECT (merchant_id, role, grace_days, demanded_at) ON factor_demands TO cashback_lookup;
