-- Policies and grants of redemptions. Redemptions are never deleted. The API cancels and undoes them and a
-- merge moves them; only confirm_redemption completes one, for the API may not write completed_at.
ALTER TABLE redemptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemptions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON redemptions;
CREATE POLICY tenant ON redemptions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON redemptions;
CREATE POLICY lookup ON redemptions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON redemptions;
CREATE POLICY confirmer ON redemptions TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON redemptions
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, UPDATE (customer_id, status, canceled_at, token_expires_at) ON redemptions TO cashback_app;
-- The release before this one inserts redemptions as cashback_app; create_redemption does now.
GRANT INSERT (
  merchant_id, id, customer_id, employee_id, amount_cents, purchase_amount_cents, token_hash,
  token_expires_at, created_at
) ON redemptions TO cashback_app;
GRANT SELECT ON redemptions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON redemptions TO cashback_lookup;
GRANT SELECT, INSERT ON redemptions TO cashback_confirmer;
GRANT UPDATE (status, completed_at) ON redemptions TO cashback_confirmer;
GRANT SELECT ON redemptions TO cashback_eraser;
GRANT UPDATE (token_expires_at, canceled_at) ON redemptions TO cashback_eraser;
