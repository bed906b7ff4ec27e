-- Called by api/src/customers/erasures.sql.ts: reads the next p_rows rows of the merchant's tables that may
-- mention erased persons, and takes the persons out of those that do. One pass serves all erasures of the
-- merchant that are p_grace old; those that come later make the next pass. Its place is kept in their rows,
-- so a sweep that was cut short goes on from there. Texts that are newer than an erasure are another
-- customer's, perhaps of the same phone. At the end of the pass what was sought is forgotten. False once no
-- erasure waits. A table with texts that no customer's id leads to belongs into this list.
-- In the database for the same reason as erase_traces. A batch does not wait for the disk, so no purchase
-- waits behind it there; what a crash undoes is swept again, since its place is undone too.
CREATE OR REPLACE FUNCTION sweep_traces(p_merchant_id uuid, p_grace interval, p_rows integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  -- The table, its key, the key's type, the text that is read, the change, the moment of an erasure that its
  -- rows are dated by, and which rows are the persons' own whatever their text and date.
  steps CONSTANT text[][] := ARRAY[
    -- Only the values that mention the person, for anybody may give any name, phone or e-mail.
    ARRAY['audit_log', 'id', 'bigint', 'texts_of(t.details)',
      $q$SET details = (SELECT coalesce(jsonb_object_agg(d.key, d.value), '{}') FROM jsonb_each(t.details) d
        WHERE NOT mentions(texts_of(d.value), ARRAY(
          SELECT unnest(e.sought) FROM erasures e WHERE e.merchant_id = $1 AND e.id = ANY (found.erasure_ids))))$q$,
      'created_at', 'false'],
    -- A repeat of the request is refused as a conflict from now on; its hash would give the phone away.
    ARRAY['idempotency_keys', 'request_id', 'uuid', 'texts_of(t.response)',
      $q$SET response = '{}', request_hash = sha256(gen_random_uuid()::text::bytea)$q$, 'created_at',
      $q$EXISTS (SELECT FROM transactions m WHERE m.merchant_id = $1
          AND m.id = (t.response ->> 'transactionId')::uuid AND m.customer_id = ANY ($5))
        OR EXISTS (SELECT FROM redemptions m WHERE m.merchant_id = $1
          AND m.id = (t.response ->> 'redemptionId')::uuid AND m.customer_id = ANY ($5))$q$],
    ARRAY['deliveries', 'id', 'uuid', $q$CASE WHEN t.event <> 'erase' THEN concat(t.body, ' ', t.last_error) END$q$,
      'SET body = NULL, last_error = NULL', 'created_at',
      $q$t.customer_id = ANY ($5) AND t.event NOT IN ('erase', 'customer.erased')$q$],
    ARRAY['integration_sync_log', 'id', 'bigint', $q$concat(texts_of(t.response_data), ' ', t.error_message)$q$,
      $q$SET error_message = CASE WHEN t.error_message IS NOT NULL THEN 'texto apagado' END,
        response_data = t.response_data || '{"email": null, "tags": []}'$q$, 'created_at',
      $q$t.customer_id = ANY ($5) AND t.action <> 'erase'$q$],
    ARRAY['provider_requests', 'id', 'uuid', $q$concat(texts_of(t.input), ' ', texts_of(t.result), ' ', t.error_message)$q$,
      'DELETE', 'created_at', 'false'],
    ARRAY['ledger_entries', 'id', 'bigint', 't.reason', $q$SET reason = 'texto apagado'$q$, 'erased_at', 'false'],
    ARRAY['purchase_reversals', 'id', 'uuid', 't.reason', $q$SET reason = 'texto apagado'$q$, 'erased_at', 'false'],
    ARRAY['redemption_reversals', 'id', 'uuid', 't.reason', $q$SET reason = 'texto apagado'$q$, 'erased_at', 'false'],
    ARRAY['adjustments', 'id', 'uuid', 't.reason', $q$SET reason = 'texto apagado'$q$, 'erased_at', 'false'],
    ARRAY['customer_merges', 'id', 'uuid', 't.reason', $q$SET reason = 'texto apagado'$q$, 'erased_at', 'false'],
    ARRAY['data_requests', 'id', 'uuid',
      $q$CASE WHEN t.state <> 'open' THEN concat_ws(' ', t.phone, t.contact, t.message, t.answer) END$q$,
      'SET phone = NULL, contact = NULL, message = NULL, answer = NULL', 'erased_at', 'false'],
    ARRAY['trial_purchases', 'employee_id', 'uuid', 't.phone', 'DELETE', 'erased_at', 'false']
  ];
  place record;
  pass uuid[];
  erased_ids uuid[];
  step text[];
  last text;
  read_rows integer;
BEGIN
  PERFORM assert_tenant(p_merchant_id);
  SET LOCAL synchronous_commit = off;
  -- The furthest first: whatever came in meanwhile makes one pass after it.
  SELECT sweep_step, sweep_after INTO place FROM erasures
  WHERE merchant_id = p_merchant_id AND state = 'sweeping' AND created_at <= clock_timestamp() - p_grace
  ORDER BY sweep_step DESC, sweep_after DESC NULLS LAST LIMIT 1;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- A hundred at most, so that the last transaction of the pass stays short.
  SELECT array_agg(e.id) INTO pass FROM (
    SELECT id FROM erasures
    WHERE merchant_id = p_merchant_id AND state = 'sweeping' AND created_at <= clock_timestamp() - p_grace
      AND sweep_step = place.sweep_step AND sweep_after IS NOT DISTINCT FROM place.sweep_after
    ORDER BY id LIMIT 100 FOR UPDATE) e;
  -- Another worker has swept these rows just now.
  IF pass IS NULL THEN
    RETURN true;
  END IF;
  erased_ids := ARRAY(SELECT unnest(customer_ids) FROM erasures WHERE merchant_id = p_merchant_id AND id = ANY (pass));
  SELECT array_agg(steps[place.sweep_step + 1][n] ORDER BY n) INTO step FROM generate_series(1, 7) AS n;

  EXECUTE format(
    'WITH page AS MATERIALIZED (
       SELECT t.%2$I AS key, t.created_at, %4$s AS text FROM %1$I t
       WHERE t.merchant_id = $1 AND ($2 IS NULL OR t.%2$I > $2::%3$s) ORDER BY t.%2$I LIMIT $3
     ), sought AS MATERIALIZED (
       SELECT lower(s.contact) AS contact, e.id AS erasure_id, e.%6$I AS until
       FROM erasures e CROSS JOIN LATERAL unnest(e.sought) AS s (contact)
       WHERE e.merchant_id = $1 AND e.id = ANY ($4)
     ), found AS MATERIALIZED (
       SELECT p.key, array_agg(s.erasure_id) AS erasure_ids
       FROM page p CROSS JOIN LATERAL contacts_in(p.text) AS c (contact)
       JOIN sought s ON s.contact = c.contact AND p.created_at <= s.until GROUP BY p.key
     ), changed AS (' ||
    CASE WHEN step[5] = 'DELETE' THEN 'DELETE FROM %1$I t USING' ELSE 'UPDATE %1$I t %5$s FROM' END ||
    '  page LEFT JOIN found ON found.key = page.key
       WHERE t.merchant_id = $1 AND t.%2$I = page.key AND (found.key IS NOT NULL OR %7$s)
     )
     SELECT (SELECT key::text FROM page ORDER BY key DESC LIMIT 1), (SELECT count(*) FROM page)',
    VARIADIC step)
  INTO last, read_rows USING p_merchant_id, place.sweep_after, p_rows, pass, erased_ids;

  UPDATE erasures SET
    sweep_step = sweep_step + (read_rows < p_rows)::integer,
    sweep_after = CASE WHEN read_rows < p_rows THEN NULL ELSE last END
  WHERE merchant_id = p_merchant_id AND id = ANY (pass);
  IF read_rows < p_rows AND place.sweep_step + 1 = array_length(steps, 1) THEN
    PERFORM delete_traces(p_merchant_id, erased_ids);
    -- The customers have no phone any more that it could look for.
    DELETE FROM approvals a USING erasures e
    WHERE a.merchant_id = p_merchant_id AND e.merchant_id = p_merchant_id AND e.id = ANY (pass)
      AND a.phone = ANY (e.sought) AND a.asked_at <= e.created_at;
    UPDATE erasures SET state = 'done', sought = '{}', finished_at = clock_timestamp()
    WHERE merchant_id = p_merchant_id AND id = ANY (pass);
  END IF;
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION sweep_traces(uuid, interval, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION sweep_traces(uuid, interval, integer) TO cashback_app, cashback_worker;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_eraser;
ALTER FUNCTION sweep_traces(uuid, interval, integer) OWNER TO cashback_eraser;
REVOKE CREATE ON SCHEMA public FROM cashback_eraser;
