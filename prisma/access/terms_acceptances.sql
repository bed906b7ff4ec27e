-- Policies and grants of terms_acceptances. An acceptance is proof: it is never changed. The worker has no
-- grant: no job reads one.
ALTER TABLE terms_acceptances ENABLE ROW LEVEL SECURITY;
ALTER TABLE terms_acceptances FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON terms_acceptances;
CREATE POLICY tenant ON terms_acceptances
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON terms_acceptances FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON terms_acceptances TO cashback_app;
