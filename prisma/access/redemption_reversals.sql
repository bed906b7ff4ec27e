-- Policies and grants of redemption_reversals. A reversal stays as it happened; a merge moves it.
ALTER TABLE redemption_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemption_reversals FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON redemption_reversals;
CREATE POLICY tenant ON redemption_reversals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON redemption_reversals FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON redemption_reversals TO cashback_app;
GRANT UPDATE (customer_id) ON redemption_reversals TO cashback_app;
GRANT SELECT ON redemption_reversals TO cashback_worker;
GRANT SELECT ON redemption_reversals TO cashback_eraser;
GRANT UPDATE (reason) ON redemption_reversals TO cashback_eraser;
