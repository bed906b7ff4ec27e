-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/erasures.sql
-- Policies and grants of erasures. An erasure is never deleted: a restored backup is erased again by it.
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON erasures;
CREATE POLICY tenant ON erasures
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON erasures FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON erasures TO cashback_app;
GRANT SELECT, INSERT ON erasures TO cashback_worker;
-- The worker adds a provider; an employee who erased the contact there removes it.
GRANT UPDATE (undelivered) ON erasures TO cashback_app;
GRANT UPDATE (undelivered) ON erasures TO cashback_worker;
GRANT SELECT, UPDATE ON erasures TO cashback_eraser;
