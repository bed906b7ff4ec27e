-- Policies and grants of inactivity_notices. The worker writes notices, the API that a customer is kept.
ALTER TABLE inactivity_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE inactivity_notices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON inactivity_notices;
CREATE POLICY tenant ON inactivity_notices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON inactivity_notices;
CREATE POLICY lookup ON inactivity_notices FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON inactivity_notices
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT, UPDATE, DELETE ON inactivity_notices TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, customer_id, erases_at) ON inactivity_notices TO cashback_lookup;
GRANT SELECT, DELETE ON inactivity_notices TO cashback_eraser;
