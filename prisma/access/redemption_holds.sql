-- Policies and grants of redemption_holds. refuse_held_redemption reads them.
ALTER TABLE redemption_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemption_holds FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON redemption_holds;
CREATE POLICY tenant ON redemption_holds
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON redemption_holds;
CREATE POLICY confirmer ON redemption_holds TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON redemption_holds;
CREATE POLICY retention ON redemption_holds TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON redemption_holds
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, DELETE ON redemption_holds TO cashback_app;
GRANT SELECT, INSERT ON redemption_holds TO cashback_worker;
GRANT SELECT (merchant_id, customer_id) ON redemption_holds TO cashback_confirmer;
GRANT SELECT (merchant_id, alert_id) ON redemption_holds TO cashback_retention;
GRANT SELECT, DELETE ON redemption_holds TO cashback_eraser;
