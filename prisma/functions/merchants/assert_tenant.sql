-- Called by erase_traces, sweep_traces, open_rollups and apply_rollup_changes: raises unless the merchant is
-- the one of the transaction. To row-level security another merchant's tables are empty, and what finds
-- nothing to do there would be taken for done.
-- In the database because those functions need it.
CREATE OR REPLACE FUNCTION assert_tenant(p_merchant_id uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF (p_merchant_id::text = current_setting('app.merchant_id', true)) IS NOT TRUE THEN
    RAISE EXCEPTION 'merchant % is not the one of this transaction', p_merchant_id;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION assert_tenant(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION assert_tenant(uuid) TO cashback_app, cashback_worker, cashback_eraser;
