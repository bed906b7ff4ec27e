-- Policies and grants of customer_imports. An import advances; who began it with what stays.
ALTER TABLE customer_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_imports FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_imports;
CREATE POLICY tenant ON customer_imports
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON customer_imports FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT ON customer_imports TO cashback_app;
GRANT UPDATE (
  stored_count, new_count, completed_count, credit_count, credit_cents, overtaken_lines, advanced_at,
  finished_at
) ON customer_imports TO cashback_app;
