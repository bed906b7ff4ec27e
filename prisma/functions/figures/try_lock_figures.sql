-- Called by api/src/figures/figures.sql.ts: lock_figures, without waiting.
-- In the database so that all callers take the same lock.
CREATE OR REPLACE FUNCTION try_lock_figures(p_merchant_id uuid) RETURNS boolean
LANGUAGE sql
AS $$
  SELECT pg_try_advisory_xact_lock(hashtextextended('figures:' || p_merchant_id, 0))
$$;

REVOKE ALL ON FUNCTION try_lock_figures(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION try_lock_figures(uuid) TO cashback_app, cashback_worker;
