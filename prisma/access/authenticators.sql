-- Policies and grants of authenticators. Look-ups may know that one exists; the drill of
-- a restore opens every sealed secret as the worker.
ALTER TABLE authenticators ENABLE ROW LEVEL SECURITY;
ALTER TABLE authenticators FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON authenticators;
CREATE POLICY tenant ON authenticators
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON authenticators;
CREATE POLICY lookup ON authenticators FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON authenticators FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO cashback_app;
GRANT SELECT (merchant_id, employee_id, secret_encrypted) ON authenticators TO cashback_worker;
GRANT SELECT (merchant_id, employee_id, confirmed_at) ON authenticators TO cashback_lookup;
