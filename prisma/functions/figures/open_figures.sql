-- Called by api/src/figures/figures.sql.ts at the start of every read of the rollups: takes the lock, then
-- applies all changes committed by now, each in a statement and snapshot of its own. is_folded is false when
-- more than p_limit changes waited, is_built is false when the rollups were never built.
-- In the database so that a read of the rollups begins with one round trip.
CREATE OR REPLACE FUNCTION open_figures(p_merchant_id uuid, p_limit integer, OUT is_folded boolean,
  OUT is_built boolean)
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM lock_figures(p_merchant_id);
  is_folded := NOT EXISTS (SELECT FROM figure_changes c WHERE c.merchant_id = p_merchant_id)
    OR fold_figures(p_merchant_id, p_limit) < p_limit;
  SELECT coalesce(bool_or(s.built_at IS NOT NULL), false) INTO is_built FROM figure_states s
  WHERE s.merchant_id = p_merchant_id;
END
$$;

REVOKE ALL ON FUNCTION open_figures(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION open_figures(uuid, integer) TO cashback_app, cashback_worker;
