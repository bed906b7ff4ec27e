-- Policies and grants of transactions. Purchases are never deleted. The API reverses them and a merge moves
-- them; only confirm_cashback confirms one.
ALTER TABLE transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE transactions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON transactions;
CREATE POLICY tenant ON transactions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON transactions;
CREATE POLICY lookup ON transactions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON transactions;
CREATE POLICY confirmer ON transactions TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON transactions
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, UPDATE (customer_id, reversed_amount_cents, reversed_cashback_cents, status)
  ON transactions TO cashback_app;
-- The release before this one inserts purchases as cashback_app; issue_cashback does now.
GRANT INSERT (
  merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points, token_hash,
  token_expires_at, created_at, rules_version
) ON transactions TO cashback_app;
GRANT SELECT ON transactions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash, created_at) ON transactions TO cashback_lookup;
GRANT SELECT, INSERT ON transactions TO cashback_confirmer;
GRANT UPDATE (qr_scanned, qr_scanned_at) ON transactions TO cashback_confirmer;
GRANT SELECT ON transactions TO cashback_eraser;
GRANT UPDATE (token_expires_at) ON transactions TO cashback_eraser;
