-- Policies and grants of customers. The worker changes what time changes, the cached balance, and corrects
-- what a verification found: the totals.
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customers;
CREATE POLICY tenant ON customers
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON customers;
CREATE POLICY lookup ON customers FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON customers;
CREATE POLICY confirmer ON customers TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON customers
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT ON customers TO cashback_app;
-- All but the keys and erased_at.
GRANT UPDATE (
  phone, name, email, email_is_proof, signup_name, merged_into_id, referred_by_merchant_id, created_at,
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at
) ON customers TO cashback_app;
GRANT SELECT ON customers TO cashback_worker;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at
) ON customers TO cashback_worker;
GRANT SELECT (merchant_id, id, phone, balance_changes_at) ON customers TO cashback_lookup;
GRANT SELECT ON customers TO cashback_confirmer;
GRANT INSERT (
  merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name
) ON customers TO cashback_confirmer;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at, name
) ON customers TO cashback_confirmer;
GRANT SELECT ON customers TO cashback_eraser;
GRANT UPDATE (phone, name, email, signup_name, erased_at) ON customers TO cashback_eraser;
