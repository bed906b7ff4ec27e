-- Who may see and change the rows of figure_states. The job looks for merchants without rollups.
ALTER TABLE figure_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE figure_states FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON figure_states;
CREATE POLICY tenant ON figure_states
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON figure_states;
CREATE POLICY lookup ON figure_states FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON figure_states FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON figure_states TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON figure_states TO cashback_worker;
GRANT SELECT (merchant_id, built_at) ON figure_states TO cashback_lookup;
