-- Policies and grants of merchant_slugs. Slugs are only added: a former one stays its merchant's.
ALTER TABLE merchant_slugs ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchant_slugs FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON merchant_slugs;
CREATE POLICY tenant ON merchant_slugs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON merchant_slugs;
CREATE POLICY lookup ON merchant_slugs FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON merchant_slugs FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON merchant_slugs TO cashback_app;
GRANT SELECT ON merchant_slugs TO cashback_worker;
GRANT SELECT (merchant_id, signup_link_slug) ON merchant_slugs TO cashback_lookup;
