-- Policies and grants of deliveries.
ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON deliveries;
CREATE POLICY tenant ON deliveries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON deliveries;
CREATE POLICY lookup ON deliveries FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON deliveries;
CREATE POLICY confirmer ON deliveries TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON deliveries;
CREATE POLICY retention ON deliveries TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON deliveries
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_worker;
GRANT SELECT (merchant_id, id, state, next_attempt_at) ON deliveries TO cashback_lookup;
GRANT INSERT ON deliveries TO cashback_confirmer;
GRANT SELECT (merchant_id, id, finished_at, body, last_error), UPDATE (body, last_error)
  ON deliveries TO cashback_retention;
GRANT SELECT ON deliveries TO cashback_eraser;
GRANT UPDATE (state, finished_at, last_error, body) ON deliveries TO cashback_eraser;
