-- Policies and grants of rollup_states. The job looks for merchants without rollups.
ALTER TABLE rollup_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE rollup_states FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON rollup_states;
CREATE POLICY tenant ON rollup_states
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON rollup_states;
CREATE POLICY lookup ON rollup_states FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON rollup_states FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON rollup_states TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON rollup_states TO cashback_worker;
GRANT SELECT (merchant_id, built_at) ON rollup_states TO cashback_lookup;
