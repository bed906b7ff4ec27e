-- Called by open_rollups and api/src/rollups/recomputed-rollups.sql.ts: until the transaction ends, no
-- other one applies this merchant's changes or rebuilds its rollups. Purchases never take this lock.
-- In the database so that all callers take the same lock.
CREATE OR REPLACE FUNCTION lock_rollups(p_merchant_id uuid) RETURNS void
LANGUAGE sql
AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('rollups:' || p_merchant_id, 0))
$$;

REVOKE ALL ON FUNCTION lock_rollups(uuid) FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lock_rollups(uuid) TO cashback_app, cashback_worker;
