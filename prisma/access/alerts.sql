-- Policies and grants of alerts. The job writes them; owner and administrator close them.
ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE alerts FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON alerts;
CREATE POLICY tenant ON alerts
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON alerts;
CREATE POLICY retention ON alerts TO cashback_retention USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS lookup ON alerts;
CREATE POLICY lookup ON alerts FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON alerts FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON alerts TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, state, mailed_at) ON alerts TO cashback_lookup;
GRANT SELECT (merchant_id, id, found_at), DELETE ON alerts TO cashback_retention;
