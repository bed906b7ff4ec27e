-- Policies and grants of factor_resets. The worker mails about them.
ALTER TABLE factor_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE factor_resets FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON factor_resets;
CREATE POLICY tenant ON factor_resets
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON factor_resets FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON factor_resets TO cashback_app;
GRANT SELECT ON factor_resets TO cashback_worker;
