-- Policies and grants of password_links. The worker makes the link that a reset mails.
ALTER TABLE password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_links FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON password_links;
CREATE POLICY tenant ON password_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON password_links;
CREATE POLICY lookup ON password_links FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON password_links;
CREATE POLICY retention ON password_links TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON password_links FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON password_links TO cashback_app;
GRANT SELECT, INSERT ON password_links TO cashback_worker;
GRANT UPDATE (expires_at) ON password_links TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash) ON password_links TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON password_links TO cashback_retention;
