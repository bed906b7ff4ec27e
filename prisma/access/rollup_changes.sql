-- Policies and grants of rollup_changes. Recorded by triggers, deleted when they are applied. The
-- job looks for merchants with changes.
ALTER TABLE rollup_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE rollup_changes FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON rollup_changes;
CREATE POLICY tenant ON rollup_changes
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON rollup_changes;
CREATE POLICY lookup ON rollup_changes FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON rollup_changes;
CREATE POLICY confirmer ON rollup_changes TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON rollup_changes FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, DELETE ON rollup_changes TO cashback_app;
GRANT SELECT, INSERT, DELETE ON rollup_changes TO cashback_worker;
GRANT SELECT (merchant_id) ON rollup_changes TO cashback_lookup;
GRANT INSERT ON rollup_changes TO cashback_confirmer;
