-- Policies and grants of trial_purchases. A trial is replaced by its employee's next, never deleted. The
-- worker has no grant: no job may see one.
ALTER TABLE trial_purchases ENABLE ROW LEVEL SECURITY;
ALTER TABLE trial_purchases FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON trial_purchases;
CREATE POLICY tenant ON trial_purchases
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON trial_purchases;
CREATE POLICY lookup ON trial_purchases FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON trial_purchases FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON trial_purchases TO cashback_app;
GRANT SELECT (merchant_id, token_hash) ON trial_purchases TO cashback_lookup;
GRANT SELECT, DELETE ON trial_purchases TO cashback_eraser;
