-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/consents.sql
-- Policies and grants of consents. The record only grows; a merge moves it.
ALTER TABLE consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE consents FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON consents;
CREATE POLICY tenant ON consents
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON consents FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON consents TO cashback_app;
GRANT UPDATE (customer_id) ON consents TO cashback_app;
GRANT SELECT ON consents TO cashback_worker;
GRANT SELECT, DELETE ON consents TO cashback_eraser;

-- prisma/access/data_requests.sql
-- Policies and grants of data_requests. The worker adds whose phone it is, and mails the owners.
ALTER TABLE data_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_requests FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON data_requests;
CREATE POLICY tenant ON data_requests
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON data_requests;
CREATE POLICY retention ON data_requests TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON data_requests
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON data_requests TO cashback_app;
GRANT SELECT, UPDATE (customer_id) ON data_requests TO cashback_worker;
GRANT SELECT (merchant_id, id, closed_at), DELETE ON data_requests TO cashback_retention;
GRANT SELECT, UPDATE (customer_id, phone, contact, message, answer)
  ON data_requests TO cashback_eraser;

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
  -- a bulk sync fail by themselves, for it counts them.
  UPDATE deliveries SET state = 'failed', finished_at = clock_timestamp(), last_error = 'Cliente apagado',
    body = NULL
  WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids) AND state = 'waiting'
    AND bulk_sync_id IS NULL;

  SELECT coalesce(array_agg(m.id), '{}') INTO movement_ids
  FROM (SELECT t.id FROM transactions t WHERE t.merchant_id = p_merchant_id AND t.customer_id = ANY (p_customer_ids)
        UNION ALL
        SELECT r.id FROM redemptions r WHERE r.merchant_id = p_merchant_id AND r.customer_id = ANY (p_customer_ids)) m;
  -- The network and the device from which the customer confirmed.
  DELETE FROM confirmation_traces WHERE merchant_id = p_merchant_id AND source_id = ANY (movement_ids);
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
  UPDATE customer_merges SET reason = 'texto apagado', source_phone = ''
  WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids);

  -- Answers on consent hold an address and a browser; devices, codes and PINs prove nobody any more.
  DELETE FROM consents WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_devices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_codes WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_pins WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Requests of a phone that was no customer's yet.
  UPDATE data_requests r SET customer_id = c.id FROM customers c
  WHERE r.merchant_id = p_merchant_id AND r.customer_id IS NULL
    AND c.merchant_id = p_merchant_id AND c.id = ANY (p_customer_ids) AND c.phone = r.phone;
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

-- prisma/functions/erasures/sweep_traces.sql
-- Called by api/src/customers/erasures.sql.ts: reads the next p_rows rows of the merchant's tables that may
-- mention an erased person, and takes the person out of those that do. The place is kept in the erasure's
-- row, so a sweep that was cut short goes on from there. Rows that are newer than the erasure are another
-- customer's, perhaps of the same phone. False once nothing is left to read: what was sought is forgotten.
-- A table with texts that no customer's id leads to belongs into this list.
-- In the database for the same reason as erase_traces.
CREATE OR REPLACE FUNCTION sweep_traces(p_merchant_id uuid, p_erasure_id uuid, p_rows integer)
  RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  -- The table, its key, the key's type, the change, the condition, and which moment its rows are dated by.
  steps CONSTANT text[][] := ARRAY[
    -- Only the values that mention the person, for anybody may give any name.
    ARRAY['audit_log', 'id', 'bigint',
      $q$SET details = (SELECT coalesce(jsonb_object_agg(d.key, d.value), '{}') FROM jsonb_each(t.details) d
        WHERE NOT values_mention(d.value, $4))$q$,
      'values_mention(t.details, $4)', 'created_at'],
    -- A repeat of the request is refused as a conflict from now on; its hash would give the phone away. A
    -- name alone would end the repeats of others.
    ARRAY['idempotency_keys', 'request_id', 'uuid',
      $q$SET response = '{}', request_hash = sha256(gen_random_uuid()::text::bytea)$q$,
      $q$values_mention(t.response, ARRAY(SELECT s FROM unnest($4) AS s WHERE s ~ '^[0-9]+$' OR s LIKE '%@%'))$q$, 'created_at'],
    ARRAY['deliveries', 'id', 'uuid', 'SET body = NULL, last_error = NULL',
      $q$t.event <> 'erase' AND mentions(concat(t.body, ' ', t.last_error), $4)$q$, 'created_at'],
    ARRAY['integration_sync_log', 'id', 'bigint',
      $q$SET error_message = CASE WHEN t.error_message IS NOT NULL THEN 'texto apagado' END,
        response_data = t.response_data || '{"email": null, "tags": []}'$q$,
      'values_mention(t.response_data, $4) OR mentions(t.error_message, $4)', 'created_at'],
    ARRAY['provider_requests', 'id', 'uuid', 'DELETE',
      'values_mention(t.input, $4) OR values_mention(t.result, $4) OR mentions(t.error_message, $4)', 'created_at'],
    ARRAY['ledger_entries', 'id', 'bigint', $q$SET reason = 'texto apagado'$q$, 'mentions(t.reason, $4)', 'erased_at'],
    ARRAY['purchase_reversals', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 'mentions(t.reason, $4)', 'erased_at'],
    ARRAY['redemption_reversals', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 'mentions(t.reason, $4)', 'erased_at'],
    ARRAY['adjustments', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 'mentions(t.reason, $4)', 'erased_at'],
    ARRAY['customer_merges', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 'mentions(t.reason, $4)', 'erased_at'],
    ARRAY['data_requests', 'id', 'uuid', 'SET phone = NULL, contact = NULL, message = NULL, answer = NULL',
      $q$t.state <> 'open' AND mentions(concat(t.phone, ' ', t.contact, ' ', t.message, ' ', t.answer), $4)$q$,
      'erased_at'],
    ARRAY['trial_purchases', 'employee_id', 'uuid', 'DELETE', 'mentions(t.phone, $4)', 'erased_at']
  ];
  erasure erasures;
  step text[];
  own text;
  last text;
  read_rows integer;
BEGIN
  SELECT * INTO erasure FROM erasures
  WHERE merchant_id = p_merchant_id AND id = p_erasure_id AND state = 'sweeping' FOR UPDATE;
  IF erasure.id IS NULL THEN
    RETURN false;
  END IF;
  SELECT array_agg(steps[erasure.sweep_step + 1][n] ORDER BY n) INTO step FROM generate_series(1, 6) AS n;

  -- Rows that name the customer are the person's, whatever their text.
  own := CASE WHEN step[1] IN ('deliveries', 'integration_sync_log') THEN 't.customer_id = ANY ($5)' ELSE 'false' END;
  EXECUTE format(
    'WITH page AS (
       SELECT k.%2$I AS key FROM %1$I k
       WHERE k.merchant_id = $1 AND ($2 IS NULL OR k.%2$I > $2::%3$s) ORDER BY k.%2$I LIMIT $3
     ), changed AS (' ||
    CASE WHEN step[4] = 'DELETE' THEN 'DELETE FROM %1$I t USING page' ELSE 'UPDATE %1$I t %4$s FROM page' END ||
    '  WHERE t.merchant_id = $1 AND t.%2$I = page.key AND t.created_at <= $6
         AND (%5$s OR %6$s)
     )
     SELECT (SELECT key::text FROM page ORDER BY key DESC LIMIT 1), (SELECT count(*) FROM page)',
    step[1], step[2], step[3], step[4],
    CASE WHEN step[1] = 'deliveries' THEN own || $q$ AND t.event <> 'erase'$q$ ELSE own END, step[5])
  INTO last, read_rows
  USING p_merchant_id, erasure.sweep_after, p_rows, erasure.sought, erasure.customer_ids,
    CASE WHEN step[6] = 'erased_at' THEN erasure.erased_at ELSE erasure.created_at END;

  UPDATE erasures SET
    sweep_step = sweep_step + (read_rows < p_rows)::integer,
    sweep_after = CASE WHEN read_rows < p_rows THEN NULL ELSE last END
  WHERE merchant_id = p_merchant_id AND id = p_erasure_id;
  IF read_rows = p_rows OR erasure.sweep_step + 1 < array_length(steps, 1) THEN
    RETURN true;
  END IF;
  UPDATE erasures SET state = 'done', sought = '{}', finished_at = clock_timestamp()
  WHERE merchant_id = p_merchant_id AND id = p_erasure_id;
  RETURN false;
END
$$;

REVOKE ALL ON FUNCTION sweep_traces(uuid, uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION sweep_traces(uuid, uuid, integer) TO cashback_app, cashback_worker;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_eraser;
ALTER FUNCTION sweep_traces(uuid, uuid, integer) OWNER TO cashback_eraser;
REVOKE CREATE ON SCHEMA public FROM cashback_eraser;

-- prisma/functions/retention/delete_outlived.sql
-- Called by api/src/retention/retention.sql.ts: deletes or empties at most p_limit of the rows that are older
-- than they are kept, the oldest first. Returns their number: fewer than p_limit once none is left.
-- In the database because it serves all merchants in one statement; it runs as cashback_retention, which may
-- do nothing else.
CREATE OR REPLACE FUNCTION delete_outlived(p_what text, p_days integer, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET jit = off
AS $$
DECLARE
  outlived timestamptz := money_now() - make_interval(days => p_days);
  since timestamptz;
  slice_end timestamptz;
  changed integer := 0;
  changed_now integer;
BEGIN
  -- A caller chooses the days, not what everybody still needs.
  IF p_days < 30 AND p_what NOT IN ('email_links', 'customer_codes', 'customer_devices', 'provider_requests')
    OR p_days < 0 OR p_limit > 1000
  THEN
    RAISE EXCEPTION 'nothing goes after % days', p_days;
  END IF;
  -- A row may change between its reading and its deletion, so the time is compared twice.
  IF p_what = 'email_links' THEN
    DELETE FROM email_links t USING (
      SELECT o.merchant_id, o.id FROM email_links o WHERE o.expires_at < outlived
      ORDER BY o.expires_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.expires_at < outlived;
  ELSIF p_what = 'customer_codes' THEN
    DELETE FROM customer_codes t USING (
      SELECT o.merchant_id, o.customer_id FROM customer_codes o WHERE o.expires_at < outlived LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.customer_id = old.customer_id AND t.expires_at < outlived;
  ELSIF p_what = 'customer_devices' THEN
    DELETE FROM customer_devices t USING (
      SELECT o.merchant_id, o.id, o.customer_id FROM customer_devices o WHERE o.expires_at < outlived
      ORDER BY o.expires_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.customer_id = old.customer_id
      AND t.expires_at < outlived;
  ELSIF p_what = 'provider_requests' THEN
    DELETE FROM provider_requests t USING (
      SELECT o.merchant_id, o.id FROM provider_requests o WHERE o.created_at < outlived
      ORDER BY o.created_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.created_at < outlived;
  ELSIF p_what = 'sessions' THEN
    DELETE FROM sessions t USING (
      SELECT o.merchant_id, o.id FROM sessions o WHERE o.expires_at < outlived
      ORDER BY o.expires_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.expires_at < outlived;
  ELSIF p_what = 'password_links' THEN
    DELETE FROM password_links t USING (
      SELECT o.merchant_id, o.id FROM password_links o WHERE o.expires_at < outlived
      LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.expires_at < outlived;
  ELSIF p_what = 'idempotency_keys' THEN
    DELETE FROM idempotency_keys t USING (
      SELECT o.merchant_id, o.request_id FROM idempotency_keys o WHERE o.created_at < outlived
      ORDER BY o.created_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.request_id = old.request_id AND t.created_at < outlived;
  ELSIF p_what = 'integration_sync_log' THEN
    DELETE FROM integration_sync_log t USING (
      SELECT o.merchant_id, o.id FROM integration_sync_log o WHERE o.created_at < outlived
      ORDER BY o.created_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.created_at < outlived;
  ELSIF p_what = 'confirmation_traces' THEN
    DELETE FROM confirmation_traces t USING (
      SELECT o.merchant_id, o.source_id FROM confirmation_traces o WHERE o.confirmed_at < outlived
      ORDER BY o.confirmed_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.source_id = old.source_id AND t.confirmed_at < outlived;
  ELSIF p_what = 'data_requests' THEN
    DELETE FROM data_requests t USING (
      SELECT o.merchant_id, o.id FROM data_requests o WHERE o.closed_at < outlived
      ORDER BY o.closed_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.closed_at < outlived;
  ELSIF p_what = 'delivery_payloads' THEN
    UPDATE deliveries t SET body = NULL, last_error = NULL
    FROM (
      SELECT d.merchant_id, d.id FROM deliveries d
      WHERE d.finished_at < outlived AND (d.body IS NOT NULL OR d.last_error IS NOT NULL)
      ORDER BY d.finished_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id;
  ELSIF p_what IN ('audit_addresses', 'audit_details') THEN
    -- Each purchase writes to this table, so its one index by time alone is a BRIN. The stored progress keeps
    -- a run from reading what an earlier one emptied.
    SELECT p.emptied_until INTO since FROM operations.retention_progress p WHERE p.what = p_what FOR UPDATE;
    IF since IS NULL THEN
      SELECT coalesce(min(first.created_at), outlived) INTO since
      FROM merchants m CROSS JOIN LATERAL (
        SELECT a.created_at FROM audit_log a WHERE a.merchant_id = m.id ORDER BY a.created_at LIMIT 1
      ) first;
    END IF;
    WHILE since < outlived AND changed < p_limit LOOP
      slice_end := least(since + interval '15 minutes', outlived);
      IF p_what = 'audit_addresses' THEN
        UPDATE audit_log SET ip = NULL, user_agent = NULL
        WHERE created_at >= since AND created_at < slice_end AND (ip IS NOT NULL OR user_agent IS NOT NULL);
      ELSE
        UPDATE audit_log SET details = '{}'
        WHERE created_at >= since AND created_at < slice_end AND details <> '{}';
      END IF;
      GET DIAGNOSTICS changed_now = ROW_COUNT;
      changed := changed + changed_now;
      since := slice_end;
    END LOOP;
    INSERT INTO operations.retention_progress (what, emptied_until) VALUES (p_what, since)
    ON CONFLICT (what) DO UPDATE SET emptied_until = excluded.emptied_until;
    RETURN changed;
  ELSE
    RAISE EXCEPTION 'nothing is kept under the name %', p_what;
  END IF;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END
$$;

REVOKE ALL ON FUNCTION delete_outlived(text, integer, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_outlived(text, integer, integer) TO cashback_worker, cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_retention;
ALTER FUNCTION delete_outlived(text, integer, integer) OWNER TO cashback_retention;
REVOKE CREATE ON SCHEMA public FROM cashback_retention;
