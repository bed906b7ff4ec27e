-- Policies and grants of cashback_lots. The worker empties lots that expire. The API takes from a lot and
-- puts back, and a merge moves it; a purchase's lot is inserted by its confirmation alone.
ALTER TABLE cashback_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE cashback_lots FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON cashback_lots;
CREATE POLICY tenant ON cashback_lots
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON cashback_lots;
CREATE POLICY confirmer ON cashback_lots TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON cashback_lots FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT (
  merchant_id, id, customer_id, amount_cents, remaining_cents, maturing_days, expiration_days, available_at,
  expires_at, created_at, rules_version
), UPDATE (remaining_cents, customer_id) ON cashback_lots TO cashback_app;
GRANT SELECT ON cashback_lots TO cashback_worker;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_worker;
GRANT SELECT, INSERT ON cashback_lots TO cashback_confirmer;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_confirmer;
