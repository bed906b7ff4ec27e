-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/functions/erasures/contacts_in.sql
-- Called by sweep_traces and mentions: all that may be a phone or an e-mail in the text. Phones are runs of
-- 10 and of 11 digits whatever stands between them, with or without the country's code; e-mails are in lower
-- case. Listed and not searched for, so that a text is read once however many contacts are sought.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION contacts_in(p_text text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT substr(t.digits, n, l.length)
  FROM (SELECT regexp_replace(p_text, '[^0-9]', '', 'g') AS digits) t
  CROSS JOIN (VALUES (10), (11)) AS l (length)
  CROSS JOIN LATERAL generate_series(1, char_length(t.digits) - l.length + 1) AS n
  UNION ALL
  SELECT trim(word, '.') FROM regexp_split_to_table(lower(p_text), '[^[:alnum:]._%+@-]+') AS word
  WHERE position('@' IN word) > 0
$$;

REVOKE ALL ON FUNCTION contacts_in(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION contacts_in(text) TO cashback_eraser;

-- prisma/functions/erasures/delete_traces.sql
-- Called by erase_traces, and by sweep_traces at its end for rows whose writer did not wait for the erasure:
-- deletes what is of use only while these customers exist. A table of that kind belongs into this list.
-- In the database for the same reason as erase_traces.
CREATE OR REPLACE FUNCTION delete_traces(p_merchant_id uuid, p_customer_ids uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp
AS $$
  -- The network and the device from which the customer confirmed.
  DELETE FROM confirmation_traces WHERE merchant_id = p_merchant_id AND source_id IN (
    SELECT id FROM transactions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids)
    UNION ALL
    SELECT id FROM redemptions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids));
  -- Answers on consent hold an address and a browser; devices, codes and PINs prove nothing any more.
  DELETE FROM consents WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_devices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_codes WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_pins WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM inactivity_notices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
$$;

REVOKE ALL ON FUNCTION delete_traces(uuid, uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_traces(uuid, uuid[]) TO cashback_eraser;

-- prisma/functions/erasures/erase_traces.sql
-- Called by api/src/customers/erasures.sql.ts: takes the person out of the rows that are found by their
-- customer, the records merged into it included. Amounts, dates and ids stay. The caller holds the locks of
-- these customers. What is found by its text alone is left to sweep_traces.
-- A table that stores something personal by (merchant_id, customer_id) belongs into this list.
-- In the database because the ledger, the audit log and corrections only grow for every other role: it runs
-- as cashback_eraser, which row-level security keeps to the transaction's tenant.
CREATE OR REPLACE FUNCTION erase_traces(p_merchant_id uuid, p_customer_ids uuid[], p_at timestamptz)
  RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  movement_ids uuid[];
BEGIN
  -- Before the phone, whose change locks the customer against the foreign keys of a delivery's end. Those of
  -- a bulk sync fail by themselves, for it counts them. Those that erase a former address go on.
  UPDATE deliveries SET state = 'failed', finished_at = clock_timestamp(), last_error = 'Cliente apagado',
    body = NULL
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND state = 'waiting'
    AND bulk_sync_id IS NULL AND event <> 'erase';

  SELECT coalesce(array_agg(m.id), '{}') INTO movement_ids
  FROM (SELECT t.id FROM transactions t WHERE t.merchant_id = p_merchant_id AND t.customer_id = ANY (p_customer_ids)
        UNION ALL
        SELECT r.id FROM redemptions r WHERE r.merchant_id = p_merchant_id AND r.customer_id = ANY (p_customer_ids)) m;
  -- Codes that wait end.
  UPDATE transactions SET token_expires_at = created_at
  WHERE merchant_id = p_merchant_id AND id = ANY (movement_ids) AND NOT qr_scanned;
  UPDATE redemptions SET token_expires_at = created_at, canceled_at = coalesce(canceled_at, p_at)
  WHERE merchant_id = p_merchant_id AND id = ANY (movement_ids) AND status = 'pending';

  -- Numbers, answers and ids stay; names, phones and e-mails, masked or not, are texts.
  UPDATE audit_log a SET details = (
    SELECT coalesce(jsonb_object_agg(d.key, d.value), '{}') FROM jsonb_each(a.details) d
    WHERE jsonb_typeof(d.value) IN ('number', 'boolean', 'null')
      OR d.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
  WHERE a.merchant_id = p_merchant_id AND a.entity_id = ANY ((p_customer_ids || movement_ids)::text[]);

  -- People write names into reasons.
  UPDATE ledger_entries SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND reason IS NOT NULL;
  UPDATE purchase_reversals SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  UPDATE redemption_reversals SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  UPDATE adjustments SET reason = 'texto apagado'
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Requests of a phone that was no customer's yet, also of one that a merge has taken from its record since.
  UPDATE data_requests r SET customer_id = c.id
  FROM customers c
  LEFT JOIN customer_merges m ON m.merchant_id = c.merchant_id AND m.source_customer_id = c.id
  WHERE r.merchant_id = p_merchant_id AND r.customer_id IS NULL
    AND c.merchant_id = p_merchant_id AND c.id = ANY (p_customer_ids) AND r.phone IN (c.phone, m.source_phone);
  UPDATE customer_merges SET reason = 'texto apagado', source_phone = ''
  WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids);

  PERFORM delete_traces(p_merchant_id, p_customer_ids);
  -- An open request keeps its contact until it is answered; closing it empties it then.
  UPDATE data_requests SET phone = NULL, contact = NULL, message = NULL, answer = NULL
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND state <> 'open';

  -- Last, see above. The trigger empties what searches read.
  UPDATE customers SET phone = NULL, name = NULL, email = NULL, signup_name = NULL, erased_at = p_at
  WHERE merchant_id = p_merchant_id AND id = ANY (p_customer_ids);
END
$$;

REVOKE ALL ON FUNCTION erase_traces(uuid, uuid[], timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION erase_traces(uuid, uuid[], timestamptz) TO cashback_app, cashback_worker;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_eraser;
ALTER FUNCTION erase_traces(uuid, uuid[], timestamptz) OWNER TO cashback_eraser;
REVOKE CREATE ON SCHEMA public FROM cashback_eraser;

-- prisma/functions/erasures/mentions.sql
-- Called by sweep_traces: true if the text has one of the sought phones, e-mails or names in it. A name is
-- found whatever its case and accents.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION mentions(p_text text, p_sought text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM contacts_in(p_text) AS contact WHERE contact = ANY (p_sought))
    OR EXISTS (
      SELECT FROM unnest(p_sought) AS name
      WHERE position(' ' || fold_for_search(name) || ' ' IN ' ' || fold_for_search(p_text) || ' ') > 0)
$$;

REVOKE ALL ON FUNCTION mentions(text, text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION mentions(text, text[]) TO cashback_eraser;

-- prisma/functions/erasures/sweep_traces.sql
-- Called by api/src/customers/erasures.sql.ts: reads the next p_rows rows of the merchant's tables that may
-- mention erased persons, and takes the persons out of those that do. One pass serves all erasures of the
-- merchant that are p_grace old; those that come later make the next pass. Its place is kept in their rows,
-- so a sweep that was cut short goes on from there. Texts that are newer than an erasure are another
-- customer's, perhaps of the same phone. At the end of the pass what was sought is forgotten. False once no
-- erasure waits. A table with texts that no customer's id leads to belongs into this list.
-- In the database for the same reason as erase_traces.
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

-- prisma/functions/erasures/texts_of.sql
-- Called by sweep_traces: the texts among the values of the document, but no keys, numbers, ids or moments.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION texts_of(p_document jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT string_agg(value #>> '{}', E'\n')
  FROM jsonb_path_query(p_document, 'strict $.** ? (@.type() == "string")') AS v (value)
  WHERE value #>> '{}' !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z)$'
$$;

REVOKE ALL ON FUNCTION texts_of(jsonb)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION texts_of(jsonb) TO cashback_eraser;

-- Replaced above; no release calls them.
DROP FUNCTION sweep_traces(uuid, uuid, integer);
DROP FUNCTION values_mention(jsonb, text[]);
