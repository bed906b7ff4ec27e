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
