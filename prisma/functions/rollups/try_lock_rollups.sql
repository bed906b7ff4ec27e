-- Called by api/src/rollups/rollups.sql.ts: lock_rollups, without waiting.
-- In the database so that all callers take the same lock.
CREATE OR REPLACE FUNCTION try_lock_rollups(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql
AS $$
  SELECT pg_try_advisory_xact_lock(hashtextextended('rollups:' || p_merchant_id, 0))
$$;

REVOKE ALL ON FUNCTION try_lock_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION try_lock_rollups(uuid) TO cashback_app, cashback_worker;
