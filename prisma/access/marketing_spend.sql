-- Policies and grants of marketing_spend. An amount entered by mistake can be deleted; the audit
-- log keeps it.
ALTER TABLE marketing_spend ENABLE ROW LEVEL SECURITY;
ALTER TABLE marketing_spend FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON marketing_spend;
CREATE POLICY tenant ON marketing_spend
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON marketing_spend FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON marketing_spend TO cashback_app;
