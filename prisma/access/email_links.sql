-- Policies and grants of email_links. The worker may not read the form of a sign-up, which holds
-- a password's hash.
ALTER TABLE email_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_links FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON email_links;
CREATE POLICY tenant ON email_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON email_links;
CREATE POLICY lookup ON email_links FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON email_links;
CREATE POLICY retention ON email_links TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON email_links FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON email_links TO cashback_app;
GRANT DELETE ON email_links TO cashback_worker;
GRANT SELECT (merchant_id, id, email, token_hash, employee_id, expires_at) ON email_links TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash, expires_at) ON email_links TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON email_links TO cashback_retention;
