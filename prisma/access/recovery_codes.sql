-- Policies and grants of recovery_codes. The worker has no part in logins.
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_codes FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON recovery_codes;
CREATE POLICY tenant ON recovery_codes
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON recovery_codes FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON recovery_codes TO cashback_app;
GRANT UPDATE (used_at) ON recovery_codes TO cashback_app;
