-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/functions/cashback/confirm_cashback.sql
-- Called by api/src/cashback/cashback.sql.ts: credits each confirmed purchase once, less what was reversed
-- before. p_host_merchant_ids[i], when not null, is the merchant whose host was called: a token of another
-- merchant is unknown there. outcome: confirmed | repeated | unknown. confirmed_at: of a repeat only.
-- p_devices[i]: the devices that the caller's browser is, as the text of a uuid[]. is_hidden: the merchant
-- protects statements and knows none of them as the customer's.
-- In the database so that many confirmations share one round trip, one commit, one flush and one statement
-- for each table. It runs as cashback_confirmer, whose policies let a statement hold several merchants' rows:
-- every join is by merchant_id.
CREATE OR REPLACE FUNCTION confirm_cashback(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_devices text[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, transaction_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, time_zone text, phone text, amount_cents bigint,
    cashback_cents bigint, rate_basis_points integer, available_cents bigint, available_at timestamptz,
    confirmed_at timestamptz, answered_at timestamptz, is_hidden boolean
  )
LANGUAGE plpgsql SECURITY DEFINER
-- A plan is made once for each connection, perhaps while the tables are small. These settings make it find
-- each row by an index.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := money_now();
  locked_at timestamptz;
  locked record;
  answered integer := 0;
  answers integer;
BEGIN
  LOOP
    -- All batches lock customers in one order, so no two can deadlock.
    SELECT array_agg(l.ordinal) AS ordinals, array_agg(l.merchant_id) AS merchant_ids, array_agg(l.id) AS ids,
      array_agg(l.customer_id) AS customer_ids, array_agg(l.turn) AS turns, max(l.turn) AS last_turn,
      min(l.balance_changes_at) AS changes_at, max(l.balance_as_of) AS as_of,
      bool_or(l.merged_into_id IS NOT NULL) AS is_merged
    INTO locked
    FROM (
      SELECT item.*, c.balance_changes_at, c.balance_as_of, c.merged_into_id
      FROM (
        SELECT u.ordinal::integer, t.merchant_id, t.id, t.customer_id,
          -- A customer who occurs twice in the batch gets the second credit after the first.
          row_number() OVER (PARTITION BY t.merchant_id, t.customer_id ORDER BY u.ordinal) AS turn
        FROM unnest(p_token_hashes, p_host_merchant_ids)
          WITH ORDINALITY AS u (token_hash, host_merchant_id, ordinal)
        JOIN transactions t ON t.token_hash = u.token_hash
          AND (u.host_merchant_id IS NULL OR u.host_merchant_id = t.merchant_id)
      ) item
      JOIN customers c ON c.merchant_id = item.merchant_id AND c.id = item.customer_id
      ORDER BY item.customer_id, item.merchant_id, item.ordinal
      FOR NO KEY UPDATE OF c
    ) l;
    EXIT WHEN locked.is_merged IS NOT TRUE;
    -- A merge between the look-up and the lock moved the purchases to another customer.
    EXIT WHEN NOT EXISTS (
      SELECT FROM unnest(locked.merchant_ids, locked.ids, locked.customer_ids) AS l (merchant_id, id, customer_id)
      JOIN transactions t ON t.merchant_id = l.merchant_id AND t.id = l.id AND t.customer_id <> l.customer_id
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
      SELECT l.ordinal, l.customer_id, t.merchant_id, t.id, t.employee_id, t.created_at, t.amount_cents,
        t.cashback_cents, t.reversed_amount_cents, t.rate_basis_points, t.qr_scanned_at, m.name,
        m.signup_link_slug, m.logo_url, m.brand_color, m.time_zone, m.rules_version, c.phone,
        held.balance_cents, held.available_cents, terms.*,
        t.status = 'completed' AND (t.qr_scanned OR t.token_expires_at > moment) AS is_usable,
        t.status = 'completed' AND NOT t.qr_scanned AND t.token_expires_at > moment AS is_confirmed,
        t.cashback_cents - t.reversed_cashback_cents AS credit_cents,
        lot_available_at(terms.as_of, terms.maturing_days, m.time_zone) AS available_at,
        m.statement_protected IS NOT FALSE AND is_known_device(
          l.merchant_id, l.customer_id, p_devices[l.ordinal]::uuid[], moment) IS NOT TRUE AS is_hidden
      FROM unnest(locked.ordinals, locked.merchant_ids, locked.ids, locked.customer_ids, locked.turns)
        AS l (ordinal, merchant_id, id, customer_id, turn)
      -- OFFSET 0: planned by itself, so that it is found by its key and never among the merchant's others.
      CROSS JOIN LATERAL (
        SELECT * FROM transactions k WHERE k.merchant_id = l.merchant_id AND k.id = l.id OFFSET 0
      ) t
      JOIN customers c ON c.merchant_id = l.merchant_id AND c.id = l.customer_id
      JOIN merchants m ON m.id = l.merchant_id
      CROSS JOIN LATERAL (
        SELECT greatest(c.balance_as_of, locked_at) AS as_of,
          CASE WHEN m.cashback_available_immediately THEN 0 ELSE m.cashback_maturing_days END
            AS maturing_days,
          CASE WHEN m.cashback_expires THEN m.cashback_expiration_days END AS expiration_days
      ) terms
      -- The lots and not the row's cached balance: where that is wrong, it is right again after this.
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(o.remaining_cents), 0)::bigint AS balance_cents,
          coalesce(sum(o.remaining_cents) FILTER (
            WHERE o.available_at <= terms.as_of AND (o.expires_at IS NULL OR o.expires_at > terms.as_of)
          ), 0)::bigint AS available_cents
        FROM cashback_lots o
        WHERE o.merchant_id = l.merchant_id
          AND (CASE WHEN o.remaining_cents > 0 THEN o.customer_id END) = l.customer_id
      ) held
      WHERE l.turn = pass
    ), credit AS MATERIALIZED (
      SELECT i.*, lot_expires_at(i.available_at, i.expiration_days, i.time_zone) AS expires_at
      FROM item i WHERE i.is_confirmed AND i.credit_cents > 0
    ), confirmed AS (
      UPDATE transactions t SET qr_scanned = true, qr_scanned_at = i.as_of
      FROM item i WHERE i.is_confirmed AND t.merchant_id = i.merchant_id AND t.id = i.id
    ), lot AS (
      -- A purchase has one lot at most, so the lot takes the purchase's id.
      INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
        rate_basis_points, maturing_days, expiration_days, available_at, expires_at, created_at, rules_version)
      SELECT k.merchant_id, k.id, k.customer_id, k.id, k.credit_cents, k.credit_cents, k.rate_basis_points,
        k.maturing_days, k.expiration_days, k.available_at, k.expires_at, k.as_of, k.rules_version
      FROM credit k
    ), entry AS (
      INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
        balance_after_cents, created_at)
      SELECT k.merchant_id, k.customer_id, k.id, 'accrual', k.id, k.credit_cents,
        k.balance_cents + k.credit_cents, k.as_of
      FROM credit k
    ), change AS (
      INSERT INTO rollup_changes (merchant_id, day, employee_id, unconfirmed_purchases, unconfirmed_cents,
        available_at, expires_at, remaining_cents, expired_cents)
      SELECT k.merchant_id, (k.created_at AT TIME ZONE k.time_zone)::date, k.employee_id, -1, -k.credit_cents,
        CASE WHEN k.maturing_days = 0 THEN '-infinity' ELSE k.available_at END,
        coalesce(k.expires_at, 'infinity'), k.credit_cents, 0
      FROM credit k
    ), balance AS (
      UPDATE customers c SET
        cashback_balance_cents = k.balance_cents + k.credit_cents,
        total_cashback_cents = c.total_cashback_cents + k.credit_cents,
        available_cents = k.available_cents
          + CASE WHEN k.available_at <= k.as_of THEN k.credit_cents ELSE 0 END,
        balance_as_of = k.as_of,
        balance_changes_at = least(c.balance_changes_at,
          CASE WHEN k.available_at > k.as_of THEN k.available_at ELSE k.expires_at END)
      FROM credit k WHERE c.merchant_id = k.merchant_id AND c.id = k.customer_id
    ), delivery AS (
      INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
        customer_id, next_attempt_at, occurred_at)
      SELECT i.merchant_id, gen_random_uuid(), r.integration_config_id, r.webhook_endpoint_id, r.event, i.id,
        i.customer_id, clock_timestamp(), i.as_of
      FROM item i CROSS JOIN LATERAL receivers_of(i.merchant_id, 'purchase', 'cashback.confirmed') r
      WHERE i.is_confirmed
    )
    SELECT i.ordinal,
      CASE WHEN i.is_confirmed THEN 'confirmed' WHEN i.is_usable THEN 'repeated' ELSE 'unknown' END,
      i.merchant_id, i.id, i.name, i.signup_link_slug, i.logo_url, i.brand_color, i.time_zone, i.phone,
      -- The amounts at the time of the confirmation: later reversals have ledger entries of their own.
      i.amount_cents - coalesce(before.amount_cents, 0)::bigint,
      i.cashback_cents - coalesce(before.cashback_cents, 0)::bigint, i.rate_basis_points,
      i.available_cents
        + CASE WHEN i.is_confirmed AND i.available_at <= i.as_of THEN i.credit_cents ELSE 0 END,
      CASE WHEN NOT i.is_confirmed THEN (
        SELECT l.available_at FROM cashback_lots l WHERE l.merchant_id = i.merchant_id AND l.id = i.id
      ) WHEN i.credit_cents > 0 THEN i.available_at END,
      i.qr_scanned_at, moment, i.is_hidden
    FROM item i
    LEFT JOIN LATERAL (
      SELECT sum(r.amount_cents) AS amount_cents, sum(r.cashback_cents) AS cashback_cents
      FROM purchase_reversals r
      WHERE i.reversed_amount_cents > 0 AND r.merchant_id = i.merchant_id AND r.transaction_id = i.id
        AND NOT r.was_credited
    ) before ON true;
    GET DIAGNOSTICS answers = ROW_COUNT;
    answered := answered + answers;
  END LOOP;
  IF answered <> coalesce(cardinality(locked.ordinals), 0) THEN
    RAISE EXCEPTION '% of % purchases that were locked cannot be read', answered, cardinality(locked.ordinals);
  END IF;

  RETURN QUERY
  SELECT u.ordinal, 'unknown', NULL::uuid, NULL::uuid, NULL, NULL, NULL, NULL, NULL, NULL, NULL::bigint,
    NULL::bigint, NULL::integer, NULL::bigint, NULL::timestamptz, NULL::timestamptz, moment, NULL::boolean
  FROM generate_subscripts(p_token_hashes, 1) AS u (ordinal)
  WHERE (u.ordinal = ANY (locked.ordinals)) IS NOT TRUE;
END
$$;

REVOKE ALL ON FUNCTION confirm_cashback(bytea[], uuid[], text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_cashback(bytea[], uuid[], text[]) TO cashback_app;

-- What the release before calls: a browser that is no known device.
CREATE OR REPLACE FUNCTION confirm_cashback(p_token_hashes bytea[], p_host_merchant_ids uuid[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, transaction_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, time_zone text, phone text, amount_cents bigint,
    cashback_cents bigint, rate_basis_points integer, available_cents bigint, available_at timestamptz,
    confirmed_at timestamptz, answered_at timestamptz
  )
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT c.ordinal, c.outcome, c.merchant_id, c.transaction_id, c.merchant_name, c.signup_link_slug,
    c.logo_url, c.brand_color, c.time_zone, CASE WHEN c.is_hidden THEN '' ELSE c.phone END, c.amount_cents,
    c.cashback_cents, c.rate_basis_points, CASE WHEN c.is_hidden THEN 0 ELSE c.available_cents END,
    c.available_at, c.confirmed_at, c.answered_at
  FROM confirm_cashback(p_token_hashes, p_host_merchant_ids, '{}') c
$$;

REVOKE ALL ON FUNCTION confirm_cashback(bytea[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_cashback(bytea[], uuid[]) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION confirm_cashback(bytea[], uuid[], text[]) OWNER TO cashback_confirmer;
ALTER FUNCTION confirm_cashback(bytea[], uuid[]) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;

-- prisma/functions/ledger/settle_customer.sql
-- Called by confirm_cashback, confirm_redemption, api/src/ledger/account.sql.ts,
-- api/src/ledger/settle-due-customers.sql.ts and api/src/ledger/undo-expiry.sql.ts: locks the customer and
-- brings the row up to now, read after the lock. Expired lots get their ledger row, the cached balances are
-- derived from the lots again. Cheap when no lot matured or expired since the last time. The caller's "now"
-- is the returned balance_as_of: a customer's time never runs backwards, even when the database's clock was
-- set back. Null for a customer that is not there.
-- In the database because the confirmations need it, and for one round trip.
CREATE OR REPLACE FUNCTION settle_customer(p_merchant_id uuid, p_customer_id uuid) RETURNS customers
LANGUAGE plpgsql
AS $$
DECLARE
  customer customers;
  expired record;
  running_cents bigint;
BEGIN
  SELECT * INTO customer FROM customers
  WHERE merchant_id = p_merchant_id AND id = p_customer_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  customer.balance_as_of := greatest(customer.balance_as_of, money_now());
  IF customer.balance_changes_at IS NULL OR customer.balance_changes_at > customer.balance_as_of THEN
    RETURN customer;
  END IF;

  -- Not the cached balance: where that is wrong, the entries below must not be.
  SELECT coalesce(sum(o.remaining_cents), 0) INTO running_cents FROM cashback_lots o
  WHERE o.merchant_id = p_merchant_id
    AND (CASE WHEN o.remaining_cents > 0 THEN o.customer_id END) = p_customer_id;
  FOR expired IN
    UPDATE cashback_lots l SET remaining_cents = 0
    FROM (SELECT o.id, o.remaining_cents FROM cashback_lots o
          WHERE o.merchant_id = p_merchant_id
            AND (CASE WHEN o.remaining_cents > 0 THEN o.customer_id END) = p_customer_id
            AND o.expires_at <= customer.balance_as_of) open_lot
    WHERE l.merchant_id = p_merchant_id AND l.id = open_lot.id
    RETURNING l.id, open_lot.remaining_cents
  LOOP
    running_cents := running_cents - expired.remaining_cents;
    INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents,
      balance_after_cents, created_at)
    VALUES (p_merchant_id, p_customer_id, expired.id, 'expiry', expired.id, -expired.remaining_cents,
      running_cents, customer.balance_as_of);
  END LOOP;

  UPDATE customers c
  SET available_cents = s.available_cents, cashback_balance_cents = s.balance_cents,
    balance_as_of = customer.balance_as_of, balance_changes_at = s.changes_at
  FROM open_lots_summary(p_merchant_id, p_customer_id, customer.balance_as_of) s
  WHERE c.merchant_id = p_merchant_id AND c.id = p_customer_id
  RETURNING c.* INTO customer;
  RETURN customer;
END
$$;

REVOKE ALL ON FUNCTION settle_customer(uuid, uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION settle_customer(uuid, uuid) TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/redemptions/confirm_redemption.sql
-- Called by api/src/redemptions/redemptions.sql.ts: debits each confirmed redemption once, from the lots that
-- expire first, then the oldest, then by id; lots that never expire come last.
-- outcome: confirmed | repeated | unproved | insufficient | unknown. confirmed_at: of a repeat only.
-- p_devices[i]: the devices that the caller's browser is, as the text of a uuid[]; where the merchant asks
-- for proof, one of them has to be known as the customer's. is_hidden: as of confirm_cashback.
-- In the database for the same reasons as confirm_cashback, and of the same shape.
CREATE OR REPLACE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[], p_devices text[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, redemption_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, phone text, amount_cents bigint,
    available_cents bigint, confirmed_at timestamptz, answered_at timestamptz, is_hidden boolean
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
  answered integer := 0;
  answers integer;
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
        m.signup_link_slug, m.logo_url, m.brand_color, c.phone, held.balance_cents, held.available_cents,
        terms.as_of,
        CASE
          WHEN r.status = 'completed' THEN 'repeated'
          -- One that was canceled while this waited for the lock ended after "moment".
          WHEN (r.status = 'pending' AND r.token_expires_at > moment AND r.canceled_at IS NULL) IS NOT TRUE
            THEN 'unknown'
          WHEN redemption_needs_proof(m.redemption_proof, m.redemption_proof_above_cents, r.amount_cents) IS NOT FALSE
            AND is_known_device(l.merchant_id, l.customer_id, p_devices[l.ordinal]::uuid[], moment) IS NOT TRUE
            THEN 'unproved'
          WHEN (held.available_cents >= r.amount_cents) IS NOT TRUE THEN 'insufficient'
          ELSE 'confirmed'
        END AS outcome,
        m.statement_protected IS NOT FALSE AND is_known_device(
          l.merchant_id, l.customer_id, p_devices[l.ordinal]::uuid[], moment) IS NOT TRUE AS is_hidden
      FROM unnest(locked.ordinals, locked.merchant_ids, locked.ids, locked.customer_ids, locked.turns)
        AS l (ordinal, merchant_id, id, customer_id, turn)
      -- OFFSET 0: planned by itself, so that it is found by its key and never among the merchant's others.
      CROSS JOIN LATERAL (
        SELECT * FROM redemptions k WHERE k.merchant_id = l.merchant_id AND k.id = l.id OFFSET 0
      ) r
      JOIN customers c ON c.merchant_id = l.merchant_id AND c.id = l.customer_id
      JOIN merchants m ON m.id = l.merchant_id
      CROSS JOIN LATERAL (SELECT greatest(c.balance_as_of, locked_at) AS as_of) terms
      -- As in confirm_cashback. What is available are the same lots that the debit below takes from.
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(o.remaining_cents), 0)::bigint AS balance_cents,
          coalesce(sum(o.remaining_cents) FILTER (
            WHERE o.available_at <= terms.as_of AND (o.expires_at IS NULL OR o.expires_at > terms.as_of)
          ), 0)::bigint AS available_cents
        FROM cashback_lots o
        WHERE o.merchant_id = l.merchant_id
          AND (CASE WHEN o.remaining_cents > 0 THEN o.customer_id END) = l.customer_id
      ) held
      WHERE l.turn = pass
    ), debit AS MATERIALIZED (
      SELECT * FROM item i WHERE i.outcome = 'confirmed'
    ), share AS MATERIALIZED (
      SELECT d.merchant_id, d.customer_id, d.id AS redemption_id, d.as_of, o.id AS lot_id,
        least(o.remaining_cents, d.amount_cents - o.before_cents) AS cents,
        d.balance_cents - least(o.before_cents + o.remaining_cents, d.amount_cents) AS balance_cents,
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
        available_cents = d.available_cents - d.amount_cents,
        cashback_balance_cents = d.balance_cents - d.amount_cents,
        balance_as_of = d.as_of
      FROM debit d WHERE c.merchant_id = d.merchant_id AND c.id = d.customer_id
    )
    SELECT i.ordinal, i.outcome, i.merchant_id, i.id, i.name, i.signup_link_slug, i.logo_url, i.brand_color,
      i.phone, i.amount_cents,
      i.available_cents - CASE WHEN i.outcome = 'confirmed' THEN i.amount_cents ELSE 0 END,
      CASE WHEN i.outcome = 'repeated' THEN i.completed_at END, moment, i.is_hidden
    FROM item i;
    GET DIAGNOSTICS answers = ROW_COUNT;
    answered := answered + answers;
  END LOOP;
  IF answered <> coalesce(cardinality(locked.ordinals), 0) THEN
    RAISE EXCEPTION '% of % redemptions that were locked cannot be read', answered, cardinality(locked.ordinals);
  END IF;

  RETURN QUERY
  SELECT u.ordinal, 'unknown', NULL::uuid, NULL::uuid, NULL, NULL, NULL, NULL, NULL, NULL::bigint,
    NULL::bigint, NULL::timestamptz, moment, NULL::boolean
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
    c.redemption_id, c.merchant_name, c.signup_link_slug, c.logo_url, c.brand_color,
    CASE WHEN c.is_hidden THEN '' ELSE c.phone END, c.amount_cents,
    CASE WHEN c.is_hidden THEN 0 ELSE c.available_cents END, c.confirmed_at, c.answered_at
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
