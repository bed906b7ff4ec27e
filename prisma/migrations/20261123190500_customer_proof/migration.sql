-- Proof of being a customer: what a merchant asks for, and by what customers prove it.
--
-- Each table is changed in a transaction of its own: confirmations in progress lock the same tables in another
-- order. All of it can be executed again, so a run that was cut short is repeated as a whole.

BEGIN;
ALTER TABLE merchants
  ADD COLUMN IF NOT EXISTS statement_protected boolean NOT NULL DEFAULT false,
  ADD COLUMN IF NOT EXISTS redemption_proof text NOT NULL DEFAULT 'never',
  ADD COLUMN IF NOT EXISTS redemption_proof_above_cents bigint,
  DROP CONSTRAINT IF EXISTS merchants_redemption_proof_known,
  DROP CONSTRAINT IF EXISTS merchants_redemption_proof_above,
  ADD CONSTRAINT merchants_redemption_proof_known CHECK (redemption_proof IN ('never', 'above', 'always')),
  ADD CONSTRAINT merchants_redemption_proof_above CHECK (
    redemption_proof_above_cents BETWEEN 1 AND 1000000000
    AND (redemption_proof <> 'above' OR redemption_proof_above_cents IS NOT NULL)
    OR redemption_proof <> 'above' AND redemption_proof_above_cents IS NULL
  );
COMMIT;

-- An e-mail proves its customer once the customer confirmed it on a known phone, or a manager wrote it down.
-- Anyone may give one at the sign-up link.
BEGIN;
ALTER TABLE customers ADD COLUMN IF NOT EXISTS email_is_proof boolean NOT NULL DEFAULT false;
COMMIT;

BEGIN;
-- A browser that is known as a customer's. Its cookie holds the id, signed with a key that is not here.
CREATE TABLE IF NOT EXISTS customer_devices (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  created_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT customer_devices_pkey PRIMARY KEY (merchant_id, id, customer_id),
  CONSTRAINT customer_devices_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id)
);
CREATE INDEX IF NOT EXISTS customer_devices_customer_idx ON customer_devices (merchant_id, customer_id);
CREATE INDEX IF NOT EXISTS customer_devices_expires_idx ON customer_devices (expires_at);

-- The customer's latest code. Its six digits are derived from the id with a key that is not here.
CREATE TABLE IF NOT EXISTS customer_codes (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Sent to a known phone that confirms its customer's e-mail; of use to that phone alone.
  confirms_email boolean NOT NULL,
  tries_left smallint NOT NULL,
  created_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6) NOT NULL,
  CONSTRAINT customer_codes_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT customer_codes_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id),
  CONSTRAINT customer_codes_tries_range CHECK (tries_left BETWEEN 0 AND 5)
);
CREATE UNIQUE INDEX IF NOT EXISTS customer_codes_id_key ON customer_codes (merchant_id, id);

CREATE TABLE IF NOT EXISTS customer_pins (
  merchant_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  pin_hash text NOT NULL,
  -- Wrong ones since the last right one, whoever typed them.
  failed_tries smallint NOT NULL DEFAULT 0,
  locked_until timestamptz(6),
  chosen_at timestamptz(6) NOT NULL,
  CONSTRAINT customer_pins_pkey PRIMARY KEY (merchant_id, customer_id),
  CONSTRAINT customer_pins_customer_fkey FOREIGN KEY (merchant_id, customer_id)
    REFERENCES customers (merchant_id, id)
);
COMMIT;

-- Copied from the files that each part names.

BEGIN;
-- prisma/access/customer_codes.sql
-- Policies and grants of customer_codes. A customer's next code replaces the one before. The worker mails it.
ALTER TABLE customer_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_codes FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_codes;
CREATE POLICY tenant ON customer_codes
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON customer_codes;
CREATE POLICY retention ON customer_codes TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON customer_codes
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_eraser, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_codes TO cashback_app;
GRANT SELECT, DELETE ON customer_codes TO cashback_worker;
GRANT SELECT, DELETE ON customer_codes TO cashback_eraser;
GRANT SELECT (merchant_id, customer_id, expires_at), DELETE ON customer_codes TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/customer_devices.sql
-- Policies and grants of customer_devices. A device that is forgotten is deleted. Confirmations add devices.
ALTER TABLE customer_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_devices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_devices;
CREATE POLICY tenant ON customer_devices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON customer_devices;
CREATE POLICY confirmer ON customer_devices TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON customer_devices;
CREATE POLICY retention ON customer_devices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON customer_devices
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_devices TO cashback_app;
GRANT SELECT, DELETE ON customer_devices TO cashback_worker;
GRANT SELECT, INSERT ON customer_devices TO cashback_confirmer;
GRANT UPDATE (expires_at) ON customer_devices TO cashback_confirmer;
GRANT SELECT, DELETE ON customer_devices TO cashback_eraser;
GRANT SELECT (merchant_id, id, customer_id, expires_at), DELETE ON customer_devices TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/customer_pins.sql
-- Policies and grants of customer_pins. The worker needs none: no job may see a hash.
ALTER TABLE customer_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_pins FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_pins;
CREATE POLICY tenant ON customer_pins
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON customer_pins;
CREATE POLICY confirmer ON customer_pins FOR SELECT TO cashback_confirmer USING (true);

REVOKE ALL ON customer_pins
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE, DELETE ON customer_pins TO cashback_app;
GRANT SELECT (merchant_id, customer_id) ON customer_pins TO cashback_confirmer;
GRANT SELECT, DELETE ON customer_pins TO cashback_eraser;
COMMIT;

BEGIN;
-- prisma/access/merchants.sql
-- Policies and grants of merchants. The API may not delete a merchant. The worker writes what the
-- check of a domain found.
ALTER TABLE merchants ENABLE ROW LEVEL SECURITY;
ALTER TABLE merchants FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON merchants;
CREATE POLICY tenant ON merchants
  USING (id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON merchants;
CREATE POLICY lookup ON merchants FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON merchants;
CREATE POLICY confirmer ON merchants TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON merchants;
CREATE POLICY retention ON merchants FOR SELECT TO cashback_retention USING (true);

REVOKE ALL ON merchants
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON merchants TO cashback_app;
GRANT SELECT ON merchants TO cashback_worker;
GRANT UPDATE (
  custom_domain_status, custom_domain_checked_at, custom_domain_finding, custom_domain_missing_since,
  custom_domain_warned_at
) ON merchants TO cashback_worker;
GRANT SELECT (
  id, name, rate_basis_points, program_name, time_zone, custom_domain, custom_domain_status,
  custom_domain_checked_at, signup_link_slug, logo_url, brand_color, is_active, hosts_changed_at,
  mask_contacts, hide_reports, statement_protected
) ON merchants TO cashback_lookup;
GRANT SELECT (
  id, name, time_zone, signup_link_slug, logo_url, brand_color, cashback_available_immediately,
  cashback_maturing_days, cashback_expires, cashback_expiration_days, rules_version, statement_protected,
  redemption_proof, redemption_proof_above_cents
) ON merchants TO cashback_confirmer;
GRANT SELECT (id) ON merchants TO cashback_retention;
COMMIT;

BEGIN;
SET LOCAL check_function_bodies = off;

-- prisma/functions/customers/merchants_by_phone.sql
-- Called by api/src/customers/customers.sql.ts: the merchants of one phone, for the platform's page that
-- shows a customer all programs side by side. A protected statement is left out: it would tell strangers that
-- the phone is a customer there.
-- In the database because it reads across merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_by_phone(p_phone text, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.merchant_id FROM public.customers c JOIN public.merchants m ON m.id = c.merchant_id
  WHERE c.phone = p_phone AND m.is_active AND NOT m.statement_protected
  ORDER BY c.merchant_id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_by_phone(text, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_by_phone(text, integer) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.merchants_by_phone(text, integer) OWNER TO cashback_lookup;

-- prisma/functions/proof/is_known_device.sql
-- Called by confirm_redemption, remember_device and api/src/proof/proof.sql.ts: whether one of the devices
-- proves to be this customer's. One that more than five customers confirmed with stands at a counter, and
-- proves to be nobody's.
-- In the database because confirm_redemption decides by it under the customer's lock.
CREATE OR REPLACE FUNCTION is_known_device(p_merchant_id uuid, p_customer_id uuid, p_device_ids uuid[],
  p_moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT FROM customer_devices d
    WHERE d.merchant_id = p_merchant_id AND d.id = ANY (p_device_ids) AND d.customer_id = p_customer_id
      AND d.expires_at > p_moment
      AND (SELECT count(*) FROM customer_devices o WHERE o.merchant_id = d.merchant_id AND o.id = d.id) <= 5
  )
$$;

REVOKE ALL ON FUNCTION is_known_device(uuid, uuid, uuid[], timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION is_known_device(uuid, uuid, uuid[], timestamptz) TO cashback_app, cashback_confirmer;

-- prisma/functions/proof/redemption_needs_proof.sql
-- Called by create_redemption, confirm_redemption and api/src/redemptions/redemption-history.sql.ts: whether
-- the merchant asks for proof of being the customer before a redemption of this amount.
-- In the database because confirm_redemption decides by it under the customer's lock.
CREATE OR REPLACE FUNCTION redemption_needs_proof(p_proof text, p_above_cents bigint, p_amount_cents bigint)
  RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT p_proof = 'always' OR p_proof = 'above' AND p_amount_cents > p_above_cents
$$;

REVOKE ALL ON FUNCTION redemption_needs_proof(text, bigint, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION redemption_needs_proof(text, bigint, bigint) TO cashback_app, cashback_confirmer;

-- prisma/functions/proof/remember_device.sql
-- Called beside confirm_cashback and confirm_redemption by api/src/cashback/cashback.sql.ts and
-- api/src/redemptions/redemptions.sql.ts: makes the device that has just confirmed known as the customer's
-- for 180 days, and answers its id, or null where it does not become known. p_device_ids: what the browser is
-- already; p_new_id: what it becomes otherwise.
-- Only where the merchant asks for proof. Only the first device becomes known by a confirmation alone: while
-- the customer has another proof, a stranger with a cheap purchase of their own would become the customer.
-- In the database so that it costs a confirmation no round trip; it runs as cashback_confirmer, under the
-- lock that the confirmation holds on the customer.
CREATE OR REPLACE FUNCTION remember_device(p_merchant_id uuid, p_source_id uuid, p_device_ids uuid[],
  p_new_id uuid) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp
AS $$
DECLARE
  moment timestamptz := money_now();
  customer uuid;
  device uuid;
BEGIN
  IF p_new_id IS NULL OR NOT EXISTS (
    SELECT FROM merchants m
    WHERE m.id = p_merchant_id AND (m.statement_protected OR m.redemption_proof <> 'never')
  ) THEN
    RETURN NULL;
  END IF;
  customer := coalesce(
    (SELECT t.customer_id FROM transactions t WHERE t.merchant_id = p_merchant_id AND t.id = p_source_id),
    (SELECT r.customer_id FROM redemptions r WHERE r.merchant_id = p_merchant_id AND r.id = p_source_id));
  device := coalesce(
    (SELECT d.id FROM customer_devices d
     WHERE d.merchant_id = p_merchant_id AND d.id = ANY (p_device_ids) LIMIT 1),
    p_new_id);
  IF NOT is_known_device(p_merchant_id, customer, ARRAY[device], moment) AND (
    EXISTS (SELECT FROM customer_devices d
            WHERE d.merchant_id = p_merchant_id AND d.customer_id = customer
              AND is_known_device(p_merchant_id, customer, ARRAY[d.id], moment))
    OR EXISTS (SELECT FROM customer_pins p WHERE p.merchant_id = p_merchant_id AND p.customer_id = customer)
    OR EXISTS (SELECT FROM customers c
               WHERE c.merchant_id = p_merchant_id AND c.id = customer AND c.email_is_proof)
    OR (SELECT count(*) FROM customer_devices d WHERE d.merchant_id = p_merchant_id AND d.id = device) > 5
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO customer_devices (merchant_id, id, customer_id, created_at, expires_at)
  VALUES (p_merchant_id, device, customer, moment, moment + interval '180 days')
  ON CONFLICT (merchant_id, id, customer_id) DO UPDATE SET expires_at = excluded.expires_at;
  RETURN device;
END
$$;

REVOKE ALL ON FUNCTION remember_device(uuid, uuid, uuid[], uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION remember_device(uuid, uuid, uuid[], uuid) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION remember_device(uuid, uuid, uuid[], uuid) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;

-- prisma/functions/redemptions/confirm_redemption.sql
-- Called by api/src/redemptions/redemptions.sql.ts: debits each confirmed redemption once, from the lots that
-- expire first, then the oldest, then by id; lots that never expire come last.
-- outcome: confirmed | repeated | unproved | insufficient | unknown. confirmed_at: of a repeat only.
-- p_devices[i]: the devices that the caller's browser is, as the text of a uuid[]; where the merchant asks
-- for proof, one of them has to be known as the customer's.
-- In the database for the same reasons as confirm_cashback, and of the same shape.
CREATE OR REPLACE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_devices text[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, redemption_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, phone text, amount_cents bigint,
    available_cents bigint, confirmed_at timestamptz, answered_at timestamptz
  )
LANGUAGE plpgsql SECURITY DEFINER
-- See confirm_cashback.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := money_now();
  locked_at timestamptz;
  locked record;
  uncovered uuid;
BEGIN
  LOOP
    -- The lock order of confirm_cashback.
    SELECT array_agg(l.ordinal) AS ordinals, array_agg(l.merchant_id) AS merchant_ids, array_agg(l.id) AS ids,
      array_agg(l.customer_id) AS customer_ids, array_agg(l.turn) AS turns, max(l.turn) AS last_turn,
      min(l.balance_changes_at) AS changes_at, max(l.balance_as_of) AS as_of,
      bool_or(l.merged_into_id IS NOT NULL) AS is_merged
    INTO locked
    FROM (
      SELECT item.*, c.balance_changes_at, c.balance_as_of, c.merged_into_id
      FROM (
        SELECT u.ordinal::integer, r.merchant_id, r.id, r.customer_id,
          -- A customer who occurs twice in the batch has the second debit after the first.
          row_number() OVER (PARTITION BY r.merchant_id, r.customer_id ORDER BY u.ordinal) AS turn
        FROM unnest(p_token_hashes, p_host_merchant_ids)
          WITH ORDINALITY AS u (token_hash, host_merchant_id, ordinal)
        JOIN redemptions r ON r.token_hash = u.token_hash
          AND (u.host_merchant_id IS NULL OR u.host_merchant_id = r.merchant_id)
      ) item
      JOIN customers c ON c.merchant_id = item.merchant_id AND c.id = item.customer_id
      ORDER BY item.customer_id, item.merchant_id, item.ordinal
      FOR NO KEY UPDATE OF c
    ) l;
    EXIT WHEN locked.is_merged IS NOT TRUE;
    -- A merge between the look-up and the lock moved the redemptions to another customer.
    EXIT WHEN NOT EXISTS (
      SELECT FROM unnest(locked.merchant_ids, locked.ids, locked.customer_ids) AS l (merchant_id, id, customer_id)
      JOIN redemptions r ON r.merchant_id = l.merchant_id AND r.id = l.id AND r.customer_id <> l.customer_id
    );
  END LOOP;

  locked_at := money_now();
  IF locked.changes_at <= greatest(locked.as_of, locked_at) THEN
    PERFORM settle_customer(l.merchant_id, l.customer_id)
    FROM unnest(locked.merchant_ids, locked.customer_ids) AS l (merchant_id, customer_id);
  END IF;

  FOR pass IN 1..coalesce(locked.last_turn, 0) LOOP
    RETURN QUERY
    WITH item AS MATERIALIZED (
      SELECT l.ordinal, l.customer_id, r.merchant_id, r.id, r.amount_cents, r.completed_at, m.name,
        m.signup_link_slug, m.logo_url, m.brand_color, c.phone, c.cashback_balance_cents, c.available_cents,
        greatest(c.balance_as_of, locked_at) AS as_of,
        CASE
          WHEN r.status = 'completed' THEN 'repeated'
          -- One that was canceled while this waited for the lock ended after "moment".
          WHEN r.status <> 'pending' OR r.token_expires_at <= moment OR r.canceled_at IS NOT NULL
            THEN 'unknown'
          WHEN redemption_needs_proof(m.redemption_proof, m.redemption_proof_above_cents, r.amount_cents)
            AND NOT is_known_device(l.merchant_id, l.customer_id, p_devices[l.ordinal]::uuid[], moment)
            THEN 'unproved'
          WHEN c.available_cents < r.amount_cents THEN 'insufficient'
          ELSE 'confirmed'
        END AS outcome
      FROM unnest(locked.ordinals, locked.merchant_ids, locked.ids, locked.customer_ids, locked.turns)
        AS l (ordinal, merchant_id, id, customer_id, turn)
      -- OFFSET 0: planned by itself, so that it is found by its key and never among the merchant's others.
      CROSS JOIN LATERAL (
        SELECT * FROM redemptions k WHERE k.merchant_id = l.merchant_id AND k.id = l.id OFFSET 0
      ) r
      JOIN customers c ON c.merchant_id = l.merchant_id AND c.id = l.customer_id
      JOIN merchants m ON m.id = l.merchant_id
      WHERE l.turn = pass
    ), debit AS MATERIALIZED (
      SELECT * FROM item i WHERE i.outcome = 'confirmed'
    ), share AS MATERIALIZED (
      SELECT d.merchant_id, d.customer_id, d.id AS redemption_id, d.as_of, o.id AS lot_id,
        least(o.remaining_cents, d.amount_cents - o.before_cents) AS cents,
        d.cashback_balance_cents - least(o.before_cents + o.remaining_cents, d.amount_cents) AS balance_cents,
        o.place
      FROM debit d
      CROSS JOIN LATERAL (
        SELECT l.id, l.remaining_cents, row_number() OVER in_order AS place,
          (sum(l.remaining_cents) OVER in_order)::bigint - l.remaining_cents AS before_cents
        FROM cashback_lots l
        WHERE l.merchant_id = d.merchant_id
          AND (CASE WHEN l.remaining_cents > 0 THEN l.customer_id END) = d.customer_id
          AND l.available_at <= d.as_of AND (l.expires_at IS NULL OR l.expires_at > d.as_of)
        WINDOW in_order AS (ORDER BY l.expires_at NULLS LAST, l.created_at, l.id)
      ) o
      WHERE o.before_cents < d.amount_cents
    ), lot AS (
      UPDATE cashback_lots l SET remaining_cents = l.remaining_cents - s.cents
      FROM share s WHERE l.merchant_id = s.merchant_id AND l.id = s.lot_id
    ), entry AS (
      INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
        balance_after_cents, created_at)
      SELECT s.merchant_id, s.customer_id, s.lot_id, 'redemption', s.redemption_id, -s.cents, s.balance_cents,
        s.as_of
      FROM share s ORDER BY s.redemption_id, s.place
    ), completed AS (
      UPDATE redemptions r SET status = 'completed', completed_at = d.as_of
      FROM debit d WHERE r.merchant_id = d.merchant_id AND r.id = d.id
    ), balance AS (
      UPDATE customers c SET
        available_cents = c.available_cents - d.amount_cents,
        cashback_balance_cents = c.cashback_balance_cents - d.amount_cents,
        balance_as_of = d.as_of
      FROM debit d WHERE c.merchant_id = d.merchant_id AND c.id = d.customer_id
    )
    SELECT i.ordinal, i.outcome, i.merchant_id, i.id, i.name, i.signup_link_slug, i.logo_url, i.brand_color,
      i.phone, i.amount_cents,
      i.available_cents - CASE WHEN i.outcome = 'confirmed' THEN i.amount_cents ELSE 0 END,
      CASE WHEN i.outcome = 'repeated' THEN i.completed_at END, moment
    FROM item i;
  END LOOP;

  SELECT r.customer_id INTO uncovered
  FROM unnest(locked.merchant_ids, locked.ids) AS l (merchant_id, id)
  JOIN redemptions r ON r.merchant_id = l.merchant_id AND r.id = l.id AND r.completed_at >= locked_at
  WHERE r.amount_cents <> (
    SELECT coalesce(-sum(e.amount_cents), 0) FROM ledger_entries e
    WHERE e.merchant_id = r.merchant_id AND e.source_id = r.id AND e.kind = 'redemption'
  ) LIMIT 1;
  IF uncovered IS NOT NULL THEN
    RAISE EXCEPTION 'lots do not cover the cached balance of customer %', uncovered;
  END IF;

  RETURN QUERY
  SELECT u.ordinal, 'unknown', NULL::uuid, NULL::uuid, NULL, NULL, NULL, NULL, NULL, NULL::bigint,
    NULL::bigint, NULL::timestamptz, moment
  FROM generate_subscripts(p_token_hashes, 1) AS u (ordinal)
  WHERE (u.ordinal = ANY (locked.ordinals)) IS NOT TRUE;
END
$$;

REVOKE ALL ON FUNCTION confirm_redemption(bytea[], uuid[], text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_redemption(bytea[], uuid[], text[]) TO cashback_app;

-- What the release before calls: a browser that is no known device.
CREATE OR REPLACE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, redemption_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, phone text, amount_cents bigint,
    available_cents bigint, confirmed_at timestamptz, answered_at timestamptz
  )
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT c.ordinal, CASE c.outcome WHEN 'unproved' THEN 'unknown' ELSE c.outcome END, c.merchant_id,
    c.redemption_id, c.merchant_name, c.signup_link_slug, c.logo_url, c.brand_color, c.phone, c.amount_cents,
    c.available_cents, c.confirmed_at, c.answered_at
  FROM confirm_redemption(p_token_hashes, p_host_merchant_ids, '{}') c
$$;

REVOKE ALL ON FUNCTION confirm_redemption(bytea[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_redemption(bytea[], uuid[]) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION confirm_redemption(bytea[], uuid[], text[]) OWNER TO cashback_confirmer;
ALTER FUNCTION confirm_redemption(bytea[], uuid[]) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;

-- prisma/functions/redemptions/create_redemption.sql
-- Called by api/src/redemptions/new-redemptions.sql.ts: makes the redemptions that were asked for together,
-- each once for its request, with its audit entry and stored answer. Parameters as of issue_cashback.
-- outcome: created | repeated (with the stored answer) | conflict | in_flight | unknown | own_phone | judge
-- (the facts are not those by which the redemption was allowed; nothing was done) | again (its customer is
-- locked; nothing was done).
-- Nothing is reserved: confirm_redemption checks the balance again. The customer is locked, so that no merge
-- leaves the redemption behind.
-- In the database for the same reasons as issue_cashback.
CREATE OR REPLACE FUNCTION create_redemption(p_lock_keys text[], p_merchants jsonb, p_lifetime_seconds integer,
  p_waits boolean)
  RETURNS TABLE (ordinal integer, outcome text, answer jsonb, facts text)
LANGUAGE plpgsql
-- As in issue_cashback.
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', money_now());
  expires_at timestamptz := moment + make_interval(secs => p_lifetime_seconds);
  is_free boolean[];
  merchant record;
  asked record;
  accepted integer[];
  customer_ids uuid[];
BEGIN
  SELECT array_agg(u.is_first AND pg_try_advisory_xact_lock(hashtextextended(u.key, 0)) ORDER BY u.n)
  INTO is_free
  FROM (SELECT k.key, k.n, row_number() OVER (PARTITION BY k.key ORDER BY k.n) = 1 AS is_first
        FROM unnest(p_lock_keys) WITH ORDINALITY AS k (key, n)) u;

  FOR merchant IN
    SELECT m.merchant_id, m.requests FROM jsonb_to_recordset(p_merchants) AS m (merchant_id uuid, requests jsonb)
  LOOP
    PERFORM set_config('app.merchant_id', merchant.merchant_id::text, true);
    IF p_waits THEN
      PERFORM FROM customers c
      WHERE c.merchant_id = merchant.merchant_id AND c.id = coalesce(
        (merchant.requests -> 0 ->> 'customer_id')::uuid,
        (SELECT o.id FROM customers o
         WHERE o.merchant_id = merchant.merchant_id AND o.phone = merchant.requests -> 0 ->> 'phone'))
      FOR SHARE;
    END IF;

    accepted := '{}';
    customer_ids := '{}';
    FOR asked IN
      SELECT i.n, i.facts, stored.answer, c.id AS customer_id, c.is_own_phone, held.is_locked,
        stored.procedure = 'redemptions.create' AND stored.request_hash = i.request_hash AS is_same,
        jsonb_build_object('phone', c.phone, 'available_cents', c.available_cents, 'signup_link_slug',
          m.signup_link_slug, 'custom_domain', m.custom_domain, 'custom_domain_status',
          m.custom_domain_status, 'has_tags', m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL,
          'redemption_max_share_basis_points', m.redemption_max_share_basis_points,
          'redemption_min_purchase_cents', m.redemption_min_purchase_cents,
          'redemption_min_balance_cents', m.redemption_min_balance_cents,
          'needs_proof', redemption_needs_proof(m.redemption_proof, m.redemption_proof_above_cents,
            i.amount_cents))::text AS current_facts
      FROM jsonb_to_recordset(merchant.requests) AS i (n integer, request_id uuid, request_hash bytea,
        employee_id uuid, customer_id uuid, phone text, amount_cents bigint, facts text)
      JOIN merchants m ON m.id = merchant.merchant_id
      LEFT JOIN LATERAL (
        SELECT k.procedure, k.request_hash, k.response AS answer FROM idempotency_keys k
        WHERE k.merchant_id = merchant.merchant_id AND k.request_id = i.request_id LIMIT 1) stored ON true
      -- Apart, because row-level security lets no subquery become a condition of the index below.
      LEFT JOIN LATERAL (
        SELECT coalesce(i.customer_id, (SELECT o.id FROM customers o
          WHERE o.merchant_id = merchant.merchant_id AND o.phone = i.phone)) AS id OFFSET 0) wanted ON true
      -- The balance as it is now, whatever the nightly job has done so far.
      LEFT JOIN LATERAL (
        SELECT b.id, b.phone, coalesce(s.available_cents, b.available_cents) AS available_cents,
          EXISTS (SELECT FROM employee_phones p WHERE p.merchant_id = merchant.merchant_id
                  AND p.employee_id = i.employee_id AND p.phone = b.phone) AS is_own_phone
        FROM customers b
        LEFT JOIN LATERAL open_lots_summary(b.merchant_id, b.id, moment) s ON b.balance_changes_at <= moment
        WHERE b.merchant_id = merchant.merchant_id AND b.merged_into_id IS NULL
          AND b.id = wanted.id
        LIMIT 1) c ON true
      LEFT JOIN LATERAL (
        SELECT true AS is_locked FROM customers h
        WHERE i.facts IS NOT NULL AND h.merchant_id = merchant.merchant_id AND h.id = wanted.id
          AND h.merged_into_id IS NULL
        FOR SHARE SKIP LOCKED) held ON true
      ORDER BY i.n
    LOOP
      outcome := CASE
        WHEN NOT is_free[asked.n] THEN 'in_flight'
        WHEN asked.is_same THEN 'repeated'
        WHEN NOT asked.is_same THEN 'conflict'
        WHEN asked.customer_id IS NULL THEN 'unknown'
        WHEN asked.is_own_phone THEN 'own_phone'
        WHEN asked.facts IS DISTINCT FROM asked.current_facts THEN 'judge'
        WHEN asked.is_locked IS NULL THEN 'again'
      END;
      IF outcome IS NOT NULL THEN
        ordinal := asked.n;
        answer := asked.answer;
        facts := CASE WHEN outcome = 'judge' THEN asked.current_facts END;
        RETURN NEXT;
        CONTINUE;
      END IF;
      accepted := accepted || asked.n;
      customer_ids := customer_ids || asked.customer_id;
    END LOOP;
    CONTINUE WHEN cardinality(accepted) = 0;

    RETURN QUERY
    WITH allowed AS MATERIALIZED (
      SELECT i.*, a.found_id, i.answer || jsonb_build_object('expiresAt',
          to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS whole_answer
      FROM jsonb_to_recordset(merchant.requests) AS i (n integer, request_id uuid, request_hash bytea,
        employee_id uuid, amount_cents bigint, purchase_amount_cents bigint, redemption_id uuid,
        token_hash bytea, answer jsonb, audit jsonb)
      JOIN unnest(accepted, customer_ids) AS a (n, found_id) ON a.n = i.n
    ), inserted AS (
      INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, purchase_amount_cents,
        token_hash, token_expires_at, created_at)
      SELECT merchant.merchant_id, i.redemption_id, i.found_id, i.employee_id, i.amount_cents,
        i.purchase_amount_cents, i.token_hash, expires_at, moment
      FROM allowed i
    ), audited AS (
      INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, user_agent)
      SELECT merchant.merchant_id, (i.audit ->> 'employeeId')::uuid, i.audit ->> 'action',
        i.audit ->> 'entity', i.audit ->> 'entityId', i.audit -> 'details', i.audit ->> 'ip',
        i.audit ->> 'userAgent'
      FROM allowed i
    ), stored AS (
      INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response)
      SELECT merchant.merchant_id, i.request_id, 'redemptions.create', i.request_hash, i.whole_answer
      FROM allowed i
    )
    SELECT i.n, 'created', i.whole_answer, NULL::text FROM allowed i;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION create_redemption(text[], jsonb, integer, boolean)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION create_redemption(text[], jsonb, integer, boolean) TO cashback_app;
COMMIT;
