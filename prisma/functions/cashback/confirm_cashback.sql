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
