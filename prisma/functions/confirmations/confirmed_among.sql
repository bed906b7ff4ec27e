-- Called by api/src/ledger/confirmed-among.sql.ts: which of these purchases and redemptions are confirmed.
-- In the database so that one statement answers all dialogs that wait in a process. It runs with the caller's
-- rights and reads each merchant's rows as that merchant.
CREATE OR REPLACE FUNCTION confirmed_among(p_merchant_ids uuid[], p_ids uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql
AS $$
DECLARE
  asked record;
BEGIN
  FOR asked IN
    SELECT w.merchant_id, array_agg(w.id) AS ids
    FROM unnest(p_merchant_ids, p_ids) AS w (merchant_id, id) GROUP BY w.merchant_id
  LOOP
    PERFORM set_config('app.merchant_id', asked.merchant_id::text, true);
    RETURN QUERY
      SELECT t.id FROM transactions t
      WHERE t.merchant_id = asked.merchant_id AND t.id = ANY (asked.ids) AND t.qr_scanned
      UNION ALL
      SELECT r.id FROM redemptions r
      WHERE r.merchant_id = asked.merchant_id AND r.id = ANY (asked.ids) AND r.status = 'completed';
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION confirmed_among(uuid[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirmed_among(uuid[], uuid[]) TO cashback_app;
