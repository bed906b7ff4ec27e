-- Erasing a customer: the record keeps its id and its amounts, the person leaves every row. See
-- prisma/functions/erasures.
--
-- Each table is changed in a transaction of its own: confirmations in progress lock the same tables in another
-- order. All of it can be executed again, so a run that was cut short is repeated as a whole.
--
-- cashback_eraser: owns the functions that erase, and no process connects as it. Row-level security keeps it
-- to the transaction's tenant.
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cashback_eraser') THEN
      CREATE ROLE cashback_eraser NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another database of the same server made it at the same moment
  END;
  -- Only a login that may become the new owner hands a function over to it.
  BEGIN
    EXECUTE format('GRANT cashback_eraser TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- a member already, or the change of owner below says what is missing
  END;
END
$$;

-- 20261123190401 validates the constraints.
BEGIN;
ALTER TABLE customers
  ADD COLUMN IF NOT EXISTS erased_at timestamptz(6),
  DROP CONSTRAINT IF EXISTS customers_merged_has_no_phone,
  DROP CONSTRAINT IF EXISTS customers_living_has_phone,
  DROP CONSTRAINT IF EXISTS customers_erased_is_nobody,
  ADD CONSTRAINT customers_living_has_phone
    CHECK ((merged_into_id IS NULL AND erased_at IS NULL) = (phone IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT customers_erased_is_nobody
    CHECK (erased_at IS NULL OR coalesce(name, email, signup_name) IS NULL) NOT VALID;
COMMIT;

-- What an erased customer had, maturing credit included, is given up.
BEGIN;
ALTER TABLE ledger_entries
  DROP CONSTRAINT ledger_entries_kind_sign,
  ADD CONSTRAINT ledger_entries_kind_sign CHECK (CASE kind
    WHEN 'accrual' THEN amount_cents > 0
    WHEN 'redemption' THEN amount_cents < 0
    WHEN 'expiry' THEN amount_cents < 0
    WHEN 'expiry_reversal' THEN amount_cents > 0
    WHEN 'accrual_reversal' THEN amount_cents < 0
    WHEN 'redemption_reversal' THEN amount_cents > 0
    WHEN 'adjustment' THEN amount_cents <> 0
    WHEN 'merge_out' THEN amount_cents < 0
    WHEN 'merge_in' THEN amount_cents > 0
    WHEN 'forfeit' THEN amount_cents < 0
    ELSE false END) NOT VALID;
COMMIT;

BEGIN;
ALTER TABLE integration_sync_log
  DROP CONSTRAINT integration_sync_log_action_known,
  ADD CONSTRAINT integration_sync_log_action_known
    CHECK (action IN ('signup', 'purchase', 'redemption', 'consent', 'bulk_sync', 'erase')) NOT VALID;
COMMIT;

BEGIN;
CREATE TABLE IF NOT EXISTS erasures (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- With the records that were merged into it.
  customer_ids uuid[] NOT NULL,
  basis text NOT NULL,
  -- Null: the customer, a job or a restored backup.
  requested_by uuid,
  -- What the ledger's rows of kind 'forfeit' took.
  forfeited_cents bigint NOT NULL,
  -- By the clock of money.
  erased_at timestamptz(6) NOT NULL,
  -- Rows made before are swept.
  created_at timestamptz(6) NOT NULL DEFAULT clock_timestamp(),
  state text NOT NULL DEFAULT 'sweeping',
  -- Phones, e-mails and names that texts are swept for; forgotten when the sweep is done.
  sought text[] NOT NULL DEFAULT '{}',
  sweep_step integer NOT NULL DEFAULT 0,
  sweep_after text,
  finished_at timestamptz(6),
  -- Providers that did not confirm within eight attempts.
  undelivered text[] NOT NULL DEFAULT '{}',
  CONSTRAINT erasures_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT erasures_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT erasures_requested_by_fkey FOREIGN KEY (merchant_id, requested_by)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT erasures_basis_known CHECK (basis IN ('request', 'retention', 'restored')),
  CONSTRAINT erasures_forfeited_not_negative CHECK (forfeited_cents >= 0),
  CONSTRAINT erasures_state_known CHECK (state IN ('sweeping', 'done')),
  CONSTRAINT erasures_done_is_forgotten
    CHECK ((state = 'done') = (finished_at IS NOT NULL) AND (state = 'sweeping' OR sought = '{}'))
);
CREATE UNIQUE INDEX IF NOT EXISTS erasures_customer_key ON erasures (merchant_id, customer_id);
CREATE INDEX IF NOT EXISTS erasures_sweeping_idx ON erasures (merchant_id) WHERE state = 'sweeping';
COMMIT;

BEGIN;
GRANT USAGE ON SCHEMA public TO cashback_eraser;
GRANT SELECT ON audit_log TO cashback_eraser;
GRANT UPDATE (details) ON audit_log TO cashback_eraser;
GRANT SELECT ON idempotency_keys TO cashback_eraser;
GRANT UPDATE (response, request_hash) ON idempotency_keys TO cashback_eraser;
GRANT SELECT ON deliveries TO cashback_eraser;
GRANT UPDATE (state, finished_at, last_error, body) ON deliveries TO cashback_eraser;
GRANT SELECT ON integration_sync_log TO cashback_eraser;
GRANT UPDATE (error_message, response_data) ON integration_sync_log TO cashback_eraser;
GRANT SELECT, DELETE ON provider_requests TO cashback_eraser;
GRANT SELECT ON ledger_entries TO cashback_eraser;
GRANT UPDATE (reason) ON ledger_entries TO cashback_eraser;
GRANT SELECT ON purchase_reversals TO cashback_eraser;
GRANT UPDATE (reason) ON purchase_reversals TO cashback_eraser;
GRANT SELECT ON redemption_reversals TO cashback_eraser;
GRANT UPDATE (reason) ON redemption_reversals TO cashback_eraser;
GRANT SELECT ON adjustments TO cashback_eraser;
GRANT UPDATE (reason) ON adjustments TO cashback_eraser;
GRANT SELECT ON customer_merges TO cashback_eraser;
GRANT UPDATE (reason, source_phone) ON customer_merges TO cashback_eraser;
GRANT SELECT, DELETE ON trial_purchases TO cashback_eraser;
GRANT SELECT ON transactions TO cashback_eraser;
GRANT UPDATE (token_expires_at) ON transactions TO cashback_eraser;
GRANT SELECT ON redemptions TO cashback_eraser;
GRANT UPDATE (token_expires_at, canceled_at) ON redemptions TO cashback_eraser;
GRANT SELECT, DELETE ON confirmation_traces TO cashback_eraser;
GRANT SELECT ON customers TO cashback_eraser;
GRANT UPDATE (phone, name, email, signup_name, erased_at) ON customers TO cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_eraser;

-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/erasures.sql
-- Policies and grants of erasures. An erasure is never deleted: a restored backup is erased again by it.
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON erasures;
CREATE POLICY tenant ON erasures
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON erasures FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser;
GRANT SELECT, INSERT ON erasures TO cashback_app;
GRANT SELECT, INSERT ON erasures TO cashback_worker;
GRANT UPDATE (undelivered) ON erasures TO cashback_worker;
GRANT SELECT, UPDATE ON erasures TO cashback_eraser;

-- prisma/functions/customers/customer_search_text.sql
-- Called by keep_customer_search: the text by which a customer is found, ' jose davila filhos | jose exemplo
-- com br | 11987654321'. Every word has a space before it, and no pattern contains the bar, so no search
-- matches across two fields. Empty for a record that was merged into another or erased.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION customer_search_text(p_customer customers) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT CASE
    WHEN p_customer.phone IS NOT NULL
    THEN ' ' || fold_for_search(p_customer.name) || ' | ' || fold_for_search(p_customer.email)
      || ' | ' || p_customer.phone
    ELSE ''
  END
$$;

REVOKE ALL ON FUNCTION customer_search_text(customers)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_eraser;
GRANT EXECUTE ON FUNCTION customer_search_text(customers) TO cashback_app, cashback_eraser;

-- prisma/functions/customers/fold_for_search.sql
-- Called by customer_search_text: turns 'José D''Ávila & Filhos' into 'jose davila filhos'.
-- api/src/customers/search-patterns.ts does the same to the words that are searched for.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION fold_for_search(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(translate(coalesce(p_text, ''), E'''\u2018\u2019\u02bc`\u00b4', ''), NFKD),
      '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'),
      'œ', 'oe')
  ), '[^a-z0-9]+', ' ', 'g'))
$$;

REVOKE ALL ON FUNCTION fold_for_search(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_eraser;
GRANT EXECUTE ON FUNCTION fold_for_search(text) TO cashback_app, cashback_eraser;

-- prisma/functions/deliveries/announce.sql
-- Called by the announce_… triggers and api/src/customers/customers.sql.ts: a delivery for each integration
-- and webhook that wants the event. p_action is the integrations' name of the event, p_event the webhooks';
-- null if they have none. The first hundred of a transaction are due at once, the rest at twenty a second,
-- because an import announces thousands.
-- In the database because the triggers need it. Without receivers it costs two probes of an index.
CREATE OR REPLACE FUNCTION announce(p_merchant_id uuid, p_action text, p_event text, p_subject_id uuid,
  p_customer_id uuid, p_at timestamptz)
  RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  made integer;
  announced integer;
BEGIN
  INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
    customer_id, next_attempt_at, occurred_at)
  SELECT p_merchant_id, gen_random_uuid(), receiver.integration_config_id, receiver.webhook_endpoint_id,
    receiver.event, p_subject_id, p_customer_id,
    clock_timestamp()
      + greatest(0, coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) - 100)
      * interval '50 milliseconds',
    p_at
  FROM receivers_of(p_merchant_id, p_action, p_event) receiver;
  GET DIAGNOSTICS made = ROW_COUNT;
  IF made > 0 THEN
    announced := coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) + made;
    PERFORM set_config('app.announced', announced::text, true);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/deliveries/receivers_of.sql
-- Called by announce and confirm_cashback: the merchant's integrations and webhooks that want an event.
-- p_action is the integrations' name of the event, p_event the webhooks'; null if they have none. A changed
-- consent goes to every active integration whatever its flags, and a withdrawal also to one that is paused:
-- the merchant may write to those whom the provider holds without us.
-- In the database because both need it.
CREATE OR REPLACE FUNCTION receivers_of(p_merchant_id uuid, p_action text, p_event text)
  RETURNS TABLE (integration_config_id uuid, webhook_endpoint_id uuid, event text)
LANGUAGE sql STABLE
AS $$
  SELECT i.id, NULL::uuid, CASE p_action WHEN 'withdrawal' THEN 'consent' ELSE p_action END
  FROM integration_configs i
  WHERE p_action IS NOT NULL AND i.merchant_id = p_merchant_id AND (i.is_active OR p_action = 'withdrawal')
    AND CASE p_action WHEN 'signup' THEN i.sync_on_signup WHEN 'purchase' THEN i.sync_on_purchase
      WHEN 'redemption' THEN i.sync_on_redemption WHEN 'consent' THEN true WHEN 'withdrawal' THEN true
      ELSE false END
  UNION ALL
  SELECT NULL, w.id, p_event FROM webhook_endpoints w
  WHERE p_event IS NOT NULL AND w.merchant_id = p_merchant_id AND w.is_active AND p_event = ANY (w.events)
$$;

REVOKE ALL ON FUNCTION receivers_of(uuid, text, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION receivers_of(uuid, text, text) TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/erasures/mentions.sql
-- Called by sweep_traces: true if the text has one of the sought phones, e-mails or names in it. A phone is
-- found in any format, with or without the country's code; an e-mail as a word of its own; a name whatever
-- its case and accents.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION mentions(p_text text, p_sought text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT p_text <> '' AND EXISTS (
    SELECT FROM unnest(p_sought) AS s (sought)
    WHERE CASE
      WHEN s.sought ~ '^[0-9]+$' THEN position(s.sought IN regexp_replace(p_text, '[^0-9]', '', 'g')) > 0
      WHEN position('@' IN s.sought) > 0 THEN lower(s.sought) = ANY (
        SELECT trim(word, '.') FROM regexp_split_to_table(lower(p_text), '[^[:alnum:]._%+@-]+') AS word)
      ELSE position(' ' || fold_for_search(s.sought) || ' ' IN ' ' || fold_for_search(p_text) || ' ') > 0
    END)
$$;

REVOKE ALL ON FUNCTION mentions(text, text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION mentions(text, text[]) TO cashback_eraser;

-- prisma/functions/erasures/values_mention.sql
-- Called by sweep_traces: true if a text among the values of the document mentions what is sought. Keys,
-- numbers, ids and moments are no texts.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION values_mention(p_document jsonb, p_sought text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM jsonb_path_query(p_document, 'strict $.** ? (@.type() == "string")') AS v (value)
    WHERE value #>> '{}' !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z)$'
      AND mentions(value #>> '{}', p_sought))
$$;

REVOKE ALL ON FUNCTION values_mention(jsonb, text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION values_mention(jsonb, text[]) TO cashback_eraser;

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
  -- The table, its key, the key's type, the change, the texts it has, and which moment its rows are dated by.
  steps CONSTANT text[][] := ARRAY[
    ARRAY['audit_log', 'id', 'bigint', $q$SET details = '{}'$q$, 't.details::text', 'created_at'],
    -- A repeat of the request is refused as a conflict from now on; its hash would give the phone away.
    ARRAY['idempotency_keys', 'request_id', 'uuid',
      $q$SET response = '{}', request_hash = sha256(gen_random_uuid()::text::bytea)$q$,
      't.response::text', 'created_at'],
    ARRAY['deliveries', 'id', 'uuid', 'SET body = NULL, last_error = NULL',
      $q$CASE WHEN t.event = 'erase' THEN '' ELSE concat(t.body, ' ', t.last_error) END$q$, 'created_at'],
    ARRAY['integration_sync_log', 'id', 'bigint',
      $q$SET error_message = CASE WHEN t.error_message IS NOT NULL THEN 'texto apagado' END,
        response_data = t.response_data || '{"email": null, "tags": []}'$q$,
      $q$concat(t.response_data, ' ', t.error_message)$q$, 'created_at'],
    ARRAY['provider_requests', 'id', 'uuid', 'DELETE', $q$concat(t.input, ' ', t.result, ' ', t.error_message)$q$,
      'created_at'],
    ARRAY['ledger_entries', 'id', 'bigint', $q$SET reason = 'texto apagado'$q$, 't.reason', 'erased_at'],
    ARRAY['purchase_reversals', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 't.reason', 'erased_at'],
    ARRAY['redemption_reversals', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 't.reason', 'erased_at'],
    ARRAY['adjustments', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 't.reason', 'erased_at'],
    ARRAY['customer_merges', 'id', 'uuid', $q$SET reason = 'texto apagado'$q$, 't.reason', 'erased_at'],
    ARRAY['trial_purchases', 'employee_id', 'uuid', 'DELETE', 't.phone', 'erased_at']
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
         AND (%5$s OR mentions(%6$s, $4))
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
COMMIT;
