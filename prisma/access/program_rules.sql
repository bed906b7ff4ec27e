-- Policies and grants of program_rules. No role may change or delete a version. The worker has no
-- grant: no job reads rules.
ALTER TABLE program_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE program_rules FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON program_rules;
CREATE POLICY tenant ON program_rules
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON program_rules FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON program_rules TO cashback_app;
