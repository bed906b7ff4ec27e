-- By the customer alone: beside an index by merchant and customer, a plan made while the table was empty could
-- look a device up among all of its merchant's. The table has no rows anywhere yet.
CREATE INDEX customer_devices_holder_idx ON customer_devices (customer_id);
DROP INDEX customer_devices_customer_idx;

-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/functions/erasures/sweep_traces.sql
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

-- prisma/functions/proof/remember_devices.sql
-- Called beside confirm_cashback and confirm_redemption by api/src/ledger/token-confirmations.ts: makes the
-- browsers that have just confirmed known as their customers' for 180 days, and answers the id of each one
-- that is to keep it. p_device_ids[ordinal]: what the browser is already, as the text of a uuid[];
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
  RETURNS TABLE (ordinal integer, device_id uuid)
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
    -- is_known_device, written out: a call of it would cost more than all the rest. The merchant is compared
    -- in a way that no index serves: planned while the table was empty, the primary key would be read instead
    -- of the customer's index, all of the merchant's devices for each confirmation.
    OR NOT EXISTS (SELECT FROM customer_devices k
                   WHERE k.merchant_id IS NOT DISTINCT FROM u.merchant_id
                     AND k.customer_id = source.customer_id AND k.expires_at > moment
                     AND (SELECT count(*) FROM customer_devices o
                          WHERE o.merchant_id = k.merchant_id AND o.id = k.id) <= 5);
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
    FROM item i
    WHERE i.is_confirmed AND NOT i.is_new AND d.merchant_id = i.merchant_id AND d.id = i.id
      AND d.customer_id = i.customer_id AND d.is_lasting AND d.expires_at > moment
    RETURNING d.merchant_id, d.id, d.customer_id
  ), stored AS (
    INSERT INTO customer_devices AS d (merchant_id, id, customer_id, created_at, expires_at, is_lasting)
    SELECT DISTINCT ON (i.merchant_id, i.customer_id)
      i.merchant_id, i.id, i.customer_id, i.confirmed_at, moment + interval '180 days', true
    FROM item i
    WHERE i.is_confirmed
      AND NOT EXISTS (SELECT FROM customer_devices k
                      WHERE k.merchant_id IS NOT DISTINCT FROM i.merchant_id AND k.customer_id = i.customer_id
                        AND k.expires_at > moment
                        AND (SELECT count(*) FROM customer_devices o
                             WHERE o.merchant_id = k.merchant_id AND o.id = k.id) <= 5)
      AND NOT EXISTS (SELECT FROM customer_pins p
                      WHERE p.merchant_id = i.merchant_id AND p.customer_id = i.customer_id)
      AND NOT EXISTS (SELECT FROM customers c
                      WHERE c.merchant_id = i.merchant_id AND c.id = i.customer_id AND c.email_is_proof)
      AND (SELECT count(*) FROM customer_devices k WHERE k.merchant_id = i.merchant_id AND k.id = i.id)
        <= CASE WHEN i.is_new THEN 0 ELSE 5 END
    ORDER BY i.merchant_id, i.customer_id, i.ordinal
    ON CONFLICT (merchant_id, id, customer_id) DO UPDATE SET created_at = excluded.created_at,
      expires_at = excluded.expires_at, is_lasting = true
    RETURNING d.merchant_id, d.id, d.customer_id
  )
  SELECT i.ordinal, i.id FROM item i
  WHERE (i.merchant_id, i.id, i.customer_id) IN (TABLE prolonged UNION ALL TABLE stored)
    OR i.is_new AND NOT i.is_confirmed AND EXISTS (
      SELECT FROM customer_devices d
      WHERE d.merchant_id = i.merchant_id AND d.id = i.id AND d.customer_id = i.customer_id
        AND d.created_at = i.confirmed_at AND d.expires_at > moment
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

-- prisma/functions/retention/delete_outlived.sql
-- Called by api/src/retention/retention.sql.ts: deletes or empties at most p_limit of the rows that are older
-- than they are kept, the oldest first. Returns their number, of the audit log that of the entries read:
-- fewer than p_limit once none is left.
-- In the database because it serves all merchants in one statement; it runs as cashback_retention, which may
-- do nothing else. A batch does not wait for the disk, so no purchase waits behind it there; what a crash
-- undoes, the next run does again.
CREATE OR REPLACE FUNCTION delete_outlived(p_what text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
-- A plan for any limit may read whole tables.
SET search_path = public, pg_temp SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  -- As in packages/domain/src/retention.ts. Here, so that no caller deletes what is still needed.
  days CONSTANT integer := CASE p_what
    WHEN 'email_links' THEN 0
    WHEN 'half_open_logins' THEN 0
    WHEN 'customer_codes' THEN 0
    WHEN 'customer_devices' THEN 0
    WHEN 'provider_requests' THEN 1
    WHEN 'sessions' THEN 30
    WHEN 'password_links' THEN 30
    WHEN 'security_notices' THEN 30
    WHEN 'idempotency_keys' THEN 30
    WHEN 'delivery_payloads' THEN 90
    WHEN 'integration_sync_log' THEN 180
    WHEN 'confirmation_traces' THEN 184
    WHEN 'employee_devices' THEN 184
    WHEN 'audit_addresses' THEN 184
    WHEN 'audit_details' THEN 731
    WHEN 'alerts' THEN 731
    WHEN 'data_requests' THEN 1826
  END;
  outlived CONSTANT timestamptz := money_now() - make_interval(days => days);
  reach record;
  changed integer := 0;
BEGIN
  SET LOCAL synchronous_commit = off;
  -- A row may change between its reading and its deletion, so the time is compared twice.
  IF p_what = 'email_links' THEN
    DELETE FROM email_links t USING (
      SELECT o.merchant_id, o.id FROM email_links o WHERE o.expires_at < outlived
      ORDER BY o.expires_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.expires_at < outlived;
  ELSIF p_what = 'half_open_logins' THEN
    DELETE FROM half_open_logins t USING (
      SELECT o.merchant_id, o.id FROM half_open_logins o WHERE o.expires_at < outlived
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
  ELSIF p_what = 'security_notices' THEN
    DELETE FROM security_notices t USING (
      SELECT o.merchant_id, o.id FROM security_notices o WHERE o.expires_at < outlived
      ORDER BY o.expires_at LIMIT p_limit
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
  ELSIF p_what = 'employee_devices' THEN
    DELETE FROM employee_devices t USING (
      SELECT o.merchant_id, o.employee_id, o.device_hash FROM employee_devices o WHERE o.seen_at < outlived
      ORDER BY o.seen_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.employee_id = old.employee_id
      AND t.device_hash = old.device_hash AND t.seen_at < outlived;
  ELSIF p_what = 'alerts' THEN
    -- One that holds a customer stays until it is looked at.
    DELETE FROM alerts t USING (
      SELECT o.merchant_id, o.id FROM alerts o
      WHERE o.found_at < outlived AND NOT EXISTS (
        SELECT FROM redemption_holds h WHERE h.merchant_id = o.merchant_id AND h.alert_id = o.id)
      ORDER BY o.found_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.found_at < outlived;
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
    -- Each purchase writes to this table, so no index is by time alone. Each merchant's entries are read
    -- along the merchant's index, once: the stored progress is where the next batch begins.
    FOR reach IN
      SELECT e.merchant_id, min(e.created_at) AS first, max(e.created_at) AS last, count(*) AS entries
      FROM (
        SELECT m.id AS merchant_id, page.created_at
        FROM merchants m
        LEFT JOIN operations.retention_progress p ON p.what = p_what AND p.merchant_id = m.id
        CROSS JOIN LATERAL (
          SELECT a.created_at FROM audit_log a
          WHERE a.merchant_id = m.id AND a.created_at > coalesce(p.emptied_until, '-infinity')
            AND a.created_at < outlived
          ORDER BY a.created_at LIMIT p_limit
        ) page
        LIMIT p_limit
      ) e
      GROUP BY e.merchant_id
    LOOP
      -- Entries of one moment go together, however many. With the details, kept for longer, both go.
      UPDATE audit_log a SET ip = NULL, user_agent = NULL,
        details = CASE p_what WHEN 'audit_details' THEN '{}' ELSE a.details END
      WHERE a.merchant_id = reach.merchant_id AND a.created_at BETWEEN reach.first AND reach.last
        AND (a.ip IS NOT NULL OR a.user_agent IS NOT NULL OR (p_what = 'audit_details' AND a.details <> '{}'));
      INSERT INTO operations.retention_progress (what, merchant_id, emptied_until)
      VALUES (p_what, reach.merchant_id, reach.last)
      ON CONFLICT (what, merchant_id) DO UPDATE SET emptied_until = excluded.emptied_until;
      changed := changed + reach.entries;
    END LOOP;
    RETURN changed;
  ELSE
    RAISE EXCEPTION 'nothing is kept under the name %', p_what;
  END IF;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END
$$;

REVOKE ALL ON FUNCTION delete_outlived(text, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_outlived(text, integer) TO cashback_worker, cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_retention;
ALTER FUNCTION delete_outlived(text, integer) OWNER TO cashback_retention;
REVOKE CREATE ON SCHEMA public FROM cashback_retention;
