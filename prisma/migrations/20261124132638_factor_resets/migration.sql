-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/authenticators.sql
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

-- prisma/access/factor_resets.sql
-- Policies and grants of factor_resets. The worker mails about them.
ALTER TABLE factor_resets ENABLE ROW LEVEL SECURITY;
ALTER TABLE factor_resets FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON factor_resets;
CREATE POLICY tenant ON factor_resets
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON factor_resets FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, DELETE ON factor_resets TO cashback_app;
GRANT SELECT ON factor_resets TO cashback_worker;
