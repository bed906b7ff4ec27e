-- Called by operations.count_call and api/src/limits/call-counts.sql.ts: takes one call out of the counts, in
-- the order in which it was added.
-- In the database because operations.count_call needs it.
CREATE OR REPLACE FUNCTION operations.take_back_call(p_keys text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  FOR place IN 1 .. cardinality(p_keys) LOOP
    UPDATE operations.call_counts SET count = count - 1 WHERE key = p_keys[place] AND count > 0;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION operations.take_back_call(text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION operations.take_back_call(text[]) TO cashback_app;
