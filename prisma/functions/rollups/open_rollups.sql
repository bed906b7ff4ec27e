-- Called by api/src/rollups/rollups.sql.ts at the start of every read of the rollups: takes the lock, then
-- applies all changes committed by now, each in a statement and snapshot of its own. is_applied is false
-- when more than p_limit changes waited, is_built is false when the rollups were never built.
-- In the database so that a read of the rollups begins with one round trip.
CREATE OR REPLACE FUNCTION open_rollups(p_merchant_id uuid, p_limit integer, OUT is_applied boolean,
  OUT is_built boolean)
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM assert_tenant(p_merchant_id);
  PERFORM lock_rollups(p_merchant_id);
  is_applied := NOT EXISTS (SELECT FROM rollup_changes c WHERE c.merchant_id = p_merchant_id)
    OR apply_rollup_changes(p_merchant_id, p_limit) < p_limit;
  SELECT coalesce(bool_or(s.built_at IS NOT NULL), false) INTO is_built FROM rollup_states s
  WHERE s.merchant_id = p_merchant_id;
END
$$;

REVOKE ALL ON FUNCTION open_rollups(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION open_rollups(uuid, integer) TO cashback_app, cashback_worker;
