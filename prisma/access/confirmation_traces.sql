-- Policies and grants of confirmation_traces. Traces are deleted after a while.
ALTER TABLE confirmation_traces ENABLE ROW LEVEL SECURITY;
ALTER TABLE confirmation_traces FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON confirmation_traces;
CREATE POLICY tenant ON confirmation_traces
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON confirmation_traces;
CREATE POLICY lookup ON confirmation_traces FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON confirmation_traces;
CREATE POLICY confirmer ON confirmation_traces TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON confirmation_traces;
CREATE POLICY retention ON confirmation_traces TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON confirmation_traces
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT SELECT, INSERT, DELETE ON confirmation_traces TO cashback_app;
GRANT SELECT, DELETE ON confirmation_traces TO cashback_worker;
GRANT SELECT (merchant_id, source_id, confirmed_at) ON confirmation_traces TO cashback_lookup;
GRANT INSERT ON confirmation_traces TO cashback_confirmer;
GRANT SELECT (merchant_id, source_id, confirmed_at), DELETE ON confirmation_traces TO cashback_retention;
GRANT SELECT, DELETE ON confirmation_traces TO cashback_eraser;
