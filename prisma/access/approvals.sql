-- Policies and grants of approvals. issue_cashback and create_redemption mark them as used.
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON approvals;
CREATE POLICY tenant ON approvals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON approvals;
CREATE POLICY confirmer ON approvals TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON approvals;
CREATE POLICY retention ON approvals TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON approvals
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON approvals TO cashback_app;
GRANT SELECT, UPDATE (customer_id, phone, used_at) ON approvals TO cashback_confirmer;
GRANT SELECT (merchant_id, id, asked_at), DELETE ON approvals TO cashback_retention;
GRANT SELECT, DELETE ON approvals TO cashback_eraser;
