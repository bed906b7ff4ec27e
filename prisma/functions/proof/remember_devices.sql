-- Called beside confirm_cashback and confirm_redemption by api/src/ledger/token-confirmations.ts: makes the
-- browsers that have just confirmed known as their customers' for 180 days, and answers the id of each one
-- that is to keep it. is_known: it proves the customer from now on, as is_known_device will say.
-- p_device_ids[ordinal]: what the browser is already, as the text of a uuid[];
-- p_new_ids[ordinal]: what it becomes otherwise.
-- Only the first browser becomes known by a confirmation alone: while the customer has another proof, a
-- stranger with a cheap purchase of their own would become the customer. Only what a confirmation made known
-- is prolonged by one. A repeat with the id that this confirmation stored is answered it again: the first
-- answer may have been lost. Any other id that is stored already is refused, since ids are no secret in a
-- dump.
-- In the database so that a batch costs one statement and no round trip; it runs as cashback_confirmer, under
-- the locks that the confirmations hold on the customers.
CREATE OR REPLACE FUNCTION remember_devices(p_ordinals integer[], p_merchant_ids uuid[], p_source_ids uuid[],
  p_are_confirmed boolean[], p_device_ids text[], p_new_ids uuid[])
  RETURNS TABLE (ordinal integer, device_id uuid, is_known boolean)
LANGUAGE plpgsql STRICT SECURITY DEFINER
-- As in confirm_cashback: each row is found by an index, however small the tables were at planning.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := money_now();
  changing record;
BEGIN
  -- Most confirmations change nothing: the browser is not known, and another one of the customer's is.
  SELECT array_agg(u.ordinal) AS ordinals, array_agg(u.merchant_id) AS merchant_ids,
    array_agg(source.customer_id) AS customer_ids, array_agg(source.confirmed_at) AS confirmed_at,
    array_agg(u.is_confirmed) AS are_confirmed, array_agg(present.id) AS present_ids
  INTO changing
  FROM unnest(p_ordinals, p_merchant_ids, p_source_ids, p_are_confirmed)
    AS u (ordinal, merchant_id, source_id, is_confirmed)
  CROSS JOIN LATERAL (
    SELECT t.customer_id, t.qr_scanned_at AS confirmed_at FROM transactions t
    WHERE t.merchant_id = u.merchant_id AND t.id = u.source_id
    UNION ALL
    SELECT r.customer_id, r.completed_at FROM redemptions r
    WHERE r.merchant_id = u.merchant_id AND r.id = u.source_id
  ) source
  LEFT JOIN LATERAL (
    SELECT d.id FROM customer_devices d
    WHERE d.merchant_id = u.merchant_id AND d.id = ANY (p_device_ids[u.ordinal]::uuid[]) LIMIT 1
  ) present ON true
  WHERE present.id IS NOT NULL OR NOT u.is_confirmed
    -- is_known_device, written out: a call of it would cost more than all the rest. The plan may be made
    -- while the table is empty. OFFSET 0 keeps it from being a join with all devices. The merchant and the
    -- end are written so that they match no index: the customer's is read.
    OR NOT EXISTS (SELECT FROM customer_devices k
                   WHERE k.customer_id = source.customer_id AND k.merchant_id IS NOT DISTINCT FROM u.merchant_id
                     AND k.expires_at - moment > interval '0'
                     AND (SELECT count(*) FROM customer_devices o
                          WHERE o.merchant_id = k.merchant_id AND o.id = k.id) <= 5 OFFSET 0);
  IF changing.ordinals IS NULL THEN
    RETURN;
  END IF;

  RETURN QUERY
  WITH item AS MATERIALIZED (
    SELECT u.ordinal, u.merchant_id, u.customer_id, u.confirmed_at, u.is_confirmed,
      coalesce(u.present_id, p_new_ids[u.ordinal]) AS id, u.present_id IS NULL AS is_new
    FROM unnest(changing.ordinals, changing.merchant_ids, changing.customer_ids, changing.confirmed_at,
        changing.are_confirmed, changing.present_ids)
      AS u (ordinal, merchant_id, customer_id, confirmed_at, is_confirmed, present_id)
  ), prolonged AS (
    UPDATE customer_devices d SET expires_at = moment + interval '180 days'
    -- By the rows' places, for the same reason. They do not move meanwhile: their customers are locked.
    WHERE d.ctid = ANY (ARRAY(
      SELECT k.ctid FROM item i CROSS JOIN LATERAL (
        SELECT o.ctid FROM customer_devices o
        WHERE o.merchant_id = i.merchant_id AND o.id = i.id AND o.customer_id = i.customer_id AND o.is_lasting
          AND o.expires_at - moment > interval '0' OFFSET 0
      ) k
      WHERE i.is_confirmed AND NOT i.is_new))
    RETURNING d.merchant_id, d.id, d.customer_id
  ), stored AS (
    INSERT INTO customer_devices AS d (merchant_id, id, customer_id, created_at, expires_at, is_lasting)
    SELECT DISTINCT ON (i.merchant_id, i.customer_id)
      i.merchant_id, i.id, i.customer_id, i.confirmed_at, moment + interval '180 days', true
    FROM item i
    WHERE i.is_confirmed
      -- As above.
      AND NOT EXISTS (SELECT FROM customer_devices k
                      WHERE k.customer_id = i.customer_id AND k.merchant_id IS NOT DISTINCT FROM i.merchant_id
                        AND k.expires_at - moment > interval '0'
                        AND (SELECT count(*) FROM customer_devices o
                             WHERE o.merchant_id = k.merchant_id AND o.id = k.id) <= 5 OFFSET 0)
      AND NOT EXISTS (SELECT FROM customer_pins p
                      WHERE p.merchant_id = i.merchant_id AND p.customer_id = i.customer_id OFFSET 0)
      AND NOT EXISTS (SELECT FROM customers c
                      WHERE c.merchant_id = i.merchant_id AND c.id = i.customer_id AND c.email_is_proof OFFSET 0)
      AND (SELECT count(*) FROM customer_devices k WHERE k.merchant_id = i.merchant_id AND k.id = i.id)
        <= CASE WHEN i.is_new THEN 0 ELSE 5 END
    ORDER BY i.merchant_id, i.customer_id, i.ordinal
    ON CONFLICT (merchant_id, id, customer_id) DO UPDATE SET created_at = excluded.created_at,
      expires_at = excluded.expires_at, is_lasting = true
    RETURNING d.merchant_id, d.id, d.customer_id
  )
  SELECT i.ordinal, i.id,
    (SELECT count(*) FROM customer_devices o
     WHERE o.merchant_id = i.merchant_id AND o.id = i.id AND o.customer_id <> i.customer_id) < 5
  FROM item i
  WHERE (i.merchant_id, i.id, i.customer_id) IN (TABLE prolonged UNION ALL TABLE stored)
    OR i.is_new AND NOT i.is_confirmed AND EXISTS (
      SELECT FROM customer_devices d
      WHERE d.merchant_id = i.merchant_id AND d.id = i.id AND d.customer_id = i.customer_id
        AND d.created_at = i.confirmed_at AND d.expires_at - moment > interval '0' OFFSET 0
    );
END
$$;

REVOKE ALL ON FUNCTION remember_devices(integer[], uuid[], uuid[], boolean[], text[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION remember_devices(integer[], uuid[], uuid[], boolean[], text[], uuid[])
  TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION remember_devices(integer[], uuid[], uuid[], boolean[], text[], uuid[])
  OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;
