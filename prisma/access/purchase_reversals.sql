-- Policies and grants of purchase_reversals. A reversal stays as it happened; a shortfall may be
-- recovered later, and a merge moves it.
ALTER TABLE purchase_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_reversals FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON purchase_reversals;
CREATE POLICY tenant ON purchase_reversals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON purchase_reversals;
CREATE POLICY confirmer ON purchase_reversals TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON purchase_reversals
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT (
  merchant_id, id, customer_id, transaction_id, employee_id, amount_cents, cashback_cents, was_credited,
  taken_cents, forgone_cents, shortfall_cents, reason, created_at
) ON purchase_reversals TO cashback_app;
GRANT UPDATE (customer_id, recovered_cents) ON purchase_reversals TO cashback_app;
GRANT SELECT ON purchase_reversals TO cashback_worker;
GRANT SELECT ON purchase_reversals TO cashback_confirmer;
GRANT SELECT ON purchase_reversals TO cashback_eraser;
GRANT UPDATE (reason) ON purchase_reversals TO cashback_eraser;
