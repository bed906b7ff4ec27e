-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/functions/auth/staff_sessions.sql
-- Called by api/src/auth/auth.sql.ts: the sessions of cookies that arrived together. Each id is the hash of a
-- cookie's 32 random bytes, so a caller that knows it is that employee and may see its own name and its
-- merchant's. Deactivated employees and merchants have no session, and revoked tablets none either.
-- factor_due_at: until then the employee has to set up the second step that the merchant demands; null where
-- none is demanded or one is set up, and on tablets, which a PIN unlocks. With days of grace that is the end
-- of the merchant's day, so that no shift is cut short; isFactorDue (factors.sql.ts) counts alike.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.staff_sessions(p_ids text[])
  RETURNS TABLE (
    id text, merchant_id uuid, employee_id uuid, created_at timestamptz, expires_at timestamptz,
    proved_at timestamptz, employee_name text, employee_email text, employee_phone text, employee_role text,
    merchant_name text, program_name text, rate_basis_points integer, logo_url text, brand_color text,
    signup_link_slug text, time_zone text, mask_contacts boolean, hide_reports boolean, tablet_id uuid,
    tablet_name text, factor_due_at timestamptz
  )
LANGUAGE plpgsql STABLE SECURITY DEFINER
-- As in confirm_cashback: each row is found by an index, however small the tables were at planning.
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT s.id, s.merchant_id, s.employee_id, s.created_at, s.expires_at, s.proved_at, e.name, e.email, e.phone,
    e.role, m.name, m.program_name, m.rate_basis_points, m.logo_url, m.brand_color, m.signup_link_slug,
    m.time_zone, m.mask_contacts, m.hide_reports, s.tablet_id, t.name, d.due_at
  FROM unnest(p_ids) AS asked (id)
  CROSS JOIN LATERAL (
    SELECT k.id, k.merchant_id, k.employee_id, k.created_at, k.expires_at, k.proved_at, k.tablet_id
    FROM public.sessions k WHERE k.id = asked.id OFFSET 0
  ) s
  JOIN public.employees e ON e.merchant_id = s.merchant_id AND e.id = s.employee_id AND e.is_active
  JOIN public.merchants m ON m.id = s.merchant_id AND m.is_active
  LEFT JOIN public.counter_tablets t ON t.merchant_id = s.merchant_id AND t.id = s.tablet_id
  LEFT JOIN LATERAL (
    SELECT CASE f.grace_days WHEN 0 THEN greatest(f.demanded_at, e.created_at) ELSE
      ((greatest(f.demanded_at, e.created_at) AT TIME ZONE m.time_zone)::date + f.grace_days + 1)::timestamp
        AT TIME ZONE m.time_zone END AS due_at
    FROM public.factor_demands f
    WHERE s.tablet_id IS NULL AND f.merchant_id = s.merchant_id AND f.role = e.role
      AND NOT EXISTS (
        SELECT FROM public.authenticators a
        WHERE a.merchant_id = s.merchant_id AND a.employee_id = s.employee_id AND a.confirmed_at IS NOT NULL
      )
      AND NOT EXISTS (
        SELECT FROM public.passkeys p
        WHERE p.merchant_id = s.merchant_id AND p.employee_id = s.employee_id
      )
  ) d ON true
  WHERE s.tablet_id IS NULL OR (t.id IS NOT NULL AND t.revoked_at IS NULL);
END
$$;

REVOKE ALL ON FUNCTION lookup.staff_sessions(text[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.staff_sessions(text[]) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.staff_sessions(text[]) OWNER TO cashback_lookup;

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
        c.cashback_balance_cents, c.available_cents, terms.*,
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
        k.cashback_balance_cents + k.credit_cents, k.as_of
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
        cashback_balance_cents = c.cashback_balance_cents + k.credit_cents,
        total_cashback_cents = c.total_cashback_cents + k.credit_cents,
        available_cents = c.available_cents
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

-- prisma/functions/cashback/issue_cashback.sql
-- Called by api/src/cashback/new-purchases.sql.ts: records the purchases that arrived together, each once
-- for its request, with its customer, audit entry and stored answer.
-- p_lock_keys: 'merchant:request' of each purchase, by its number n from 1. p_merchants: the purchases of
-- each merchant. p_waits: for one purchase alone; it waits where another transaction holds its customer.
-- outcome: issued | repeated (with the stored answer) | conflict | in_flight | own_phone | doubted |
-- approval_needed | terms (the merchant's terms are no longer those the purchase was computed by; nothing was
-- done) | again (its customer is locked, or is in this batch already; nothing was done).
-- In the database so that many purchases share one round trip, one commit, one flush and one statement for
-- each table. It runs as cashback_confirmer, whose policies let a statement hold several merchants' rows:
-- every join is by merchant_id. A batch passes over customers that are locked, so it needs no place in the
-- order in which they are locked; it makes new ones in the order of merchant and phone. A phone that another
-- transaction is adding just then makes it wait a tenth of a second at most and fail:
-- api/src/cashback/new-purchases.ts tries that purchase alone.
CREATE OR REPLACE FUNCTION issue_cashback(p_lock_keys text[], p_merchants jsonb, p_lifetime_seconds integer,
  p_waits boolean)
  RETURNS TABLE (
    ordinal integer, outcome text, answer jsonb, terms text, same_at timestamptz, usual_cents bigint,
    answered_at timestamptz
  )
LANGUAGE plpgsql SECURITY DEFINER
-- A plan is made once for each connection, perhaps while the tables are small, also of the triggers. These
-- settings make it find each row by an index; a subquery with LIMIT or OFFSET is never turned into a scan of
-- all that the merchant has.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', money_now());
  expires_at timestamptz := moment + make_interval(secs => p_lifetime_seconds);
  is_free boolean[];
  purchase record;
  accepted integer[] := '{}';
  customer_ids uuid[] := '{}';
  rules integer[] := '{}';
  named integer[] := '{}';
  unapproved integer[] := '{}';
  approved integer[] := '{}';
BEGIN
  answered_at := moment;
  SELECT array_agg(u.is_first AND pg_try_advisory_xact_lock(hashtextextended(u.key, 0)) ORDER BY u.n)
  INTO is_free
  FROM (SELECT k.key, k.n, row_number() OVER (PARTITION BY k.key ORDER BY k.n) = 1 AS is_first
        FROM unnest(p_lock_keys) WITH ORDINALITY AS k (key, n)) u;

  IF p_waits THEN
    PERFORM FROM customers c
    WHERE c.merchant_id = (p_merchants #>> '{0,merchant_id}')::uuid
      AND c.phone = p_merchants #>> '{0,requests,0,phone}'
    FOR NO KEY UPDATE;
  ELSE
    PERFORM set_config('lock_timeout', '100ms', true);
  END IF;

  FOR purchase IN
    SELECT i.n, i.terms, i.name, stored.answer, c.id AS customer_id, c.name AS customer_name,
      t.terms AS current_terms, t.rules_version,
      stored.procedure = 'cashback.issue' AND stored.request_hash = i.request_hash AS is_same,
      EXISTS (SELECT FROM employee_phones p WHERE p.merchant_id = batch.merchant_id
              AND p.employee_id = i.employee_id AND p.phone = i.phone) AS is_own_phone,
      -- Null where none is needed.
      CASE WHEN i.needs_approval IS NOT FALSE AND i.amount_cents > t.approve_above_cents THEN is_approved(batch.merchant_id,
        'purchase', i.request_id, i.employee_id, i.amount_cents, c.id, i.phone, moment) END AS is_approved,
      known.is_known,
      row_number() OVER (PARTITION BY batch.merchant_id, i.phone ORDER BY i.n) > 1 AS is_second
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object('rate_basis_points', m.rate_basis_points, 'signup_link_slug',
        m.signup_link_slug, 'custom_domain', m.custom_domain, 'custom_domain_status',
        m.custom_domain_status, 'has_tags', m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL)::text
        AS terms, m.rules_version, m.approve_purchases_above_cents AS approve_above_cents
      FROM merchants m WHERE m.id = batch.merchant_id OFFSET 0) t
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid,
      request_hash bytea, employee_id uuid, phone text, name text, amount_cents bigint,
      needs_approval boolean, terms text)
    LEFT JOIN LATERAL (
      SELECT k.procedure, k.request_hash, k.response AS answer FROM idempotency_keys k
      WHERE k.merchant_id = batch.merchant_id AND k.request_id = i.request_id LIMIT 1) stored ON true
    -- Also where it is locked.
    LEFT JOIN LATERAL (
      SELECT true AS is_known FROM customers e
      WHERE e.merchant_id = batch.merchant_id AND e.phone = i.phone LIMIT 1) known ON true
    LEFT JOIN LATERAL (
      SELECT c.id, c.name FROM customers c
      WHERE c.merchant_id = batch.merchant_id AND c.phone = i.phone AND is_free[i.n]
        AND stored.procedure IS NULL
      FOR NO KEY UPDATE SKIP LOCKED) c ON true
    ORDER BY i.n
  LOOP
    outcome := CASE
      WHEN is_free[purchase.n] IS NOT TRUE THEN 'in_flight'
      WHEN purchase.is_same THEN 'repeated'
      WHEN NOT purchase.is_same THEN 'conflict'
      WHEN purchase.is_own_phone THEN 'own_phone'
      WHEN purchase.terms IS DISTINCT FROM purchase.current_terms THEN 'terms'
      WHEN purchase.is_second OR (purchase.customer_id IS NULL AND purchase.is_known) THEN 'again'
    END;
    IF outcome IS NOT NULL THEN
      ordinal := purchase.n;
      answer := purchase.answer;
      terms := purchase.current_terms;
      RETURN NEXT;
      CONTINUE;
    END IF;
    accepted := accepted || purchase.n;
    customer_ids := customer_ids || purchase.customer_id;
    rules := rules || purchase.rules_version;
    IF purchase.name IS NOT NULL AND purchase.customer_id IS NOT NULL AND purchase.customer_name IS NULL THEN
      named := named || purchase.n;
    END IF;
    IF purchase.is_approved THEN
      approved := approved || purchase.n;
    ELSIF NOT purchase.is_approved THEN
      unapproved := unapproved || purchase.n;
    END IF;
  END LOOP;
  IF cardinality(accepted) = 0 THEN
    RETURN;
  END IF;

  RETURN QUERY
  WITH item AS MATERIALIZED (
    SELECT batch.merchant_id, i.*, a.known_id, a.rules_version
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid,
      request_hash bytea, employee_id uuid, phone text, name text, is_doubted boolean, amount_cents bigint,
      cashback_cents bigint, rate_basis_points integer, purchase_id uuid, new_customer_id uuid,
      token_hash bytea, answer jsonb, audit jsonb)
    JOIN unnest(accepted, customer_ids, rules) AS a (n, known_id, rules_version) ON a.n = i.n
  ), usual AS MATERIALIZED (
    -- The mean of the latest thirty days in the rollups, as far as they are applied.
    SELECT d.merchant_id, (sum(latest.revenue_cents) / sum(latest.purchases))::bigint AS cents
    FROM (SELECT DISTINCT i.merchant_id FROM item i WHERE i.is_doubted) d
    CROSS JOIN LATERAL (
      SELECT r.revenue_cents, r.purchases FROM daily_rollups r
      WHERE r.merchant_id = d.merchant_id ORDER BY r.day DESC LIMIT 30) latest
    GROUP BY d.merchant_id HAVING sum(latest.purchases) >= 20
  ), asked AS MATERIALIZED (
    SELECT i.*, u.cents AS usual_cents,
      (SELECT max(latest.created_at) FROM (
         SELECT p.created_at FROM transactions p
         WHERE i.is_doubted AND p.merchant_id = i.merchant_id AND p.customer_id = i.known_id
           AND p.amount_cents = i.amount_cents AND p.created_at > moment - interval '2 minutes'
           AND p.reversed_amount_cents = 0 OFFSET 0) latest) AS same_at
    FROM item i
    LEFT JOIN usual u ON i.is_doubted AND u.merchant_id = i.merchant_id AND u.cents * 10 < i.amount_cents
  ), added AS (
    INSERT INTO customers (merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name)
    SELECT i.merchant_id, i.new_customer_id, i.phone, i.amount_cents, moment, moment, i.name
    FROM asked i
    WHERE i.known_id IS NULL AND i.same_at IS NULL AND i.usual_cents IS NULL AND i.n <> ALL (unapproved)
    ORDER BY i.merchant_id, i.phone
    ON CONFLICT (merchant_id, phone) DO NOTHING
    RETURNING merchant_id, id
  ), sold AS MATERIALIZED (
    SELECT i.*, coalesce(i.known_id, i.new_customer_id) AS customer_id,
      i.answer || jsonb_build_object('expiresAt',
        to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS whole_answer
    FROM asked i LEFT JOIN added c ON c.merchant_id = i.merchant_id AND c.id = i.new_customer_id
    WHERE i.same_at IS NULL AND i.usual_cents IS NULL AND i.n <> ALL (unapproved)
      AND (i.known_id IS NOT NULL OR c.id IS NOT NULL)
  ), counted AS (
    UPDATE customers c SET
      total_spent_cents = c.total_spent_cents + i.amount_cents,
      last_purchase_at = greatest(c.last_purchase_at, moment)
    FROM sold i WHERE c.merchant_id = i.merchant_id AND c.id = i.known_id
  ), inserted AS (
    INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
      rate_basis_points, token_hash, token_expires_at, created_at, rules_version)
    SELECT i.merchant_id, i.purchase_id, i.customer_id, i.employee_id, i.amount_cents, i.cashback_cents,
      i.rate_basis_points, i.token_hash, expires_at, moment, i.rules_version
    FROM sold i
  ), audited AS (
    INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, user_agent)
    SELECT i.merchant_id, (i.audit ->> 'employeeId')::uuid, i.audit ->> 'action', i.audit ->> 'entity',
      i.audit ->> 'entityId', i.audit -> 'details', i.audit ->> 'ip', i.audit ->> 'userAgent'
    FROM sold i
  ), stored AS (
    INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response)
    SELECT i.merchant_id, i.request_id, 'cashback.issue', i.request_hash, i.whole_answer FROM sold i
  ), delivery AS (
    INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
      customer_id, next_attempt_at, occurred_at)
    SELECT i.merchant_id, gen_random_uuid(), r.integration_config_id, r.webhook_endpoint_id, r.event,
      i.purchase_id, i.customer_id, clock_timestamp(), moment
    FROM sold i CROSS JOIN LATERAL receivers_of(i.merchant_id, NULL, 'cashback.issued') r
  )
  SELECT i.n, CASE
      WHEN i.same_at IS NOT NULL OR i.usual_cents IS NOT NULL THEN 'doubted'
      WHEN i.n = ANY (unapproved) THEN 'approval_needed'
      WHEN s.n IS NULL THEN 'again'
      ELSE 'issued'
    END, s.whole_answer, NULL::text, i.same_at, i.usual_cents, moment
  FROM asked i LEFT JOIN sold s ON s.n = i.n;

  IF cardinality(named) > 0 THEN
    -- Apart: only where the column is set does its trigger renew what searches read.
    UPDATE customers c SET name = i.name
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, name text, purchase_id uuid),
      transactions p
    WHERE i.n = ANY (named) AND p.merchant_id = batch.merchant_id AND p.id = i.purchase_id
      AND c.merchant_id = batch.merchant_id AND c.id = p.customer_id;
  END IF;
  IF cardinality(approved) > 0 THEN
    UPDATE approvals a SET used_at = moment, customer_id = p.customer_id, phone = NULL
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid, purchase_id uuid),
      transactions p
    WHERE i.n = ANY (approved) AND p.merchant_id = batch.merchant_id AND p.id = i.purchase_id
      AND a.merchant_id = batch.merchant_id AND a.request_id = i.request_id;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION issue_cashback(text[], jsonb, integer, boolean)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION issue_cashback(text[], jsonb, integer, boolean) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION issue_cashback(text[], jsonb, integer, boolean) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;

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
  PERFORM assert_tenant(p_merchant_id);
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
  -- Requests of a phone that was no customer's yet, also of one that a merge has taken from its record since
  -- and that no other customer has by now.
  UPDATE data_requests r SET customer_id = c.id
  FROM customers c
  LEFT JOIN customer_merges m ON m.merchant_id = c.merchant_id AND m.source_customer_id = c.id
  WHERE r.merchant_id = p_merchant_id AND r.customer_id IS NULL
    AND c.merchant_id = p_merchant_id AND c.id = ANY (p_customer_ids) AND (r.phone = c.phone OR (
      r.phone = m.source_phone
      AND NOT EXISTS (SELECT FROM customers WHERE merchant_id = p_merchant_id AND phone = m.source_phone)));
  -- It reads the phones that the next statement empties.
  PERFORM delete_traces(p_merchant_id, p_customer_ids);
  UPDATE customer_merges SET reason = 'texto apagado', source_phone = ''
  WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids);

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
-- found whatever its case and accents, and one of other letters than Latin ones as it is written.
-- In the database because sweep_traces needs it.
CREATE OR REPLACE FUNCTION mentions(p_text text, p_sought text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM contacts_in(p_text) AS contact WHERE contact = ANY (p_sought))
    OR EXISTS (
      SELECT FROM unnest(p_sought) AS name
      WHERE CASE WHEN fold_for_search(name) = '' THEN position(lower(name) IN lower(p_text)) > 0
        ELSE position(' ' || fold_for_search(name) || ' ' IN ' ' || fold_for_search(p_text) || ' ') > 0 END)
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

  running_cents := customer.cashback_balance_cents;
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

-- prisma/functions/merchants/assert_tenant.sql
-- Called by erase_traces, sweep_traces, open_rollups and apply_rollup_changes: raises unless the merchant is
-- the one of the transaction. To row-level security another merchant's tables are empty, and what finds
-- nothing to do there would be taken for done.
-- In the database because those functions need it.
CREATE OR REPLACE FUNCTION assert_tenant(p_merchant_id uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF (p_merchant_id::text = current_setting('app.merchant_id', true)) IS NOT TRUE THEN
    RAISE EXCEPTION 'merchant % is not the one of this transaction', p_merchant_id;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION assert_tenant(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION assert_tenant(uuid) TO cashback_app, cashback_worker, cashback_eraser;

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
  uncovered uuid;
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
        m.signup_link_slug, m.logo_url, m.brand_color, c.phone, c.cashback_balance_cents, c.available_cents,
        greatest(c.balance_as_of, locked_at) AS as_of,
        CASE
          WHEN r.status = 'completed' THEN 'repeated'
          -- One that was canceled while this waited for the lock ended after "moment".
          WHEN (r.status = 'pending' AND r.token_expires_at > moment AND r.canceled_at IS NULL) IS NOT TRUE
            THEN 'unknown'
          WHEN redemption_needs_proof(m.redemption_proof, m.redemption_proof_above_cents, r.amount_cents) IS NOT FALSE
            AND is_known_device(l.merchant_id, l.customer_id, p_devices[l.ordinal]::uuid[], moment) IS NOT TRUE
            THEN 'unproved'
          WHEN (c.available_cents >= r.amount_cents) IS NOT TRUE THEN 'insufficient'
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
      CASE WHEN i.outcome = 'repeated' THEN i.completed_at END, moment, i.is_hidden
    FROM item i;
    GET DIAGNOSTICS answers = ROW_COUNT;
    answered := answered + answers;
  END LOOP;
  IF answered <> coalesce(cardinality(locked.ordinals), 0) THEN
    RAISE EXCEPTION '% of % redemptions that were locked cannot be read', answered, cardinality(locked.ordinals);
  END IF;

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

-- prisma/functions/redemptions/create_redemption.sql
-- Called by api/src/redemptions/new-redemptions.sql.ts: makes the redemptions that were asked for together,
-- each once for its request, with its audit entry and stored answer. Parameters as of issue_cashback.
-- outcome: created | repeated (with the stored answer) | conflict | in_flight | unknown | own_phone | judge
-- (the facts are not those by which the redemption was allowed; nothing was done) | approval_needed | again
-- (its customer is locked; nothing was done).
-- Nothing is reserved: confirm_redemption checks the balance again. The customer is locked, so that no merge
-- leaves the redemption behind.
-- In the database for the same reasons as issue_cashback.
CREATE OR REPLACE FUNCTION create_redemption(p_lock_keys text[], p_merchants jsonb, p_lifetime_seconds integer,
  p_waits boolean)
  RETURNS TABLE (ordinal integer, outcome text, answer jsonb, facts text)
LANGUAGE plpgsql SECURITY DEFINER
-- As in issue_cashback.
SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', money_now());
  expires_at timestamptz := moment + make_interval(secs => p_lifetime_seconds);
  is_free boolean[];
  asked record;
  accepted integer[] := '{}';
  customer_ids uuid[] := '{}';
  approved integer[] := '{}';
BEGIN
  SELECT array_agg(u.is_first AND pg_try_advisory_xact_lock(hashtextextended(u.key, 0)) ORDER BY u.n)
  INTO is_free
  FROM (SELECT k.key, k.n, row_number() OVER (PARTITION BY k.key ORDER BY k.n) = 1 AS is_first
        FROM unnest(p_lock_keys) WITH ORDINALITY AS k (key, n)) u;

  IF p_waits THEN
    PERFORM FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb), customers c
    WHERE c.merchant_id = batch.merchant_id AND c.id = coalesce(
      (batch.requests -> 0 ->> 'customer_id')::uuid,
      (SELECT o.id FROM customers o
       WHERE o.merchant_id = batch.merchant_id AND o.phone = batch.requests -> 0 ->> 'phone'))
    FOR SHARE OF c;
  END IF;

  FOR asked IN
    SELECT i.n, i.facts, stored.answer, c.id AS customer_id, c.is_own_phone, held.is_locked,
      stored.procedure = 'redemptions.create' AND stored.request_hash = i.request_hash AS is_same,
      -- Null where none is needed.
      CASE WHEN i.needs_approval IS NOT FALSE AND i.amount_cents > m.approve_redemptions_above_cents
        THEN is_approved(batch.merchant_id, 'redemption', i.request_id, i.employee_id, i.amount_cents, c.id,
          c.phone, moment) END AS is_approved,
      jsonb_build_object('phone', c.phone, 'available_cents', c.available_cents, 'signup_link_slug',
        m.signup_link_slug, 'custom_domain', m.custom_domain, 'custom_domain_status',
        m.custom_domain_status, 'has_tags', m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL,
        'redemption_max_share_basis_points', m.redemption_max_share_basis_points,
        'redemption_min_purchase_cents', m.redemption_min_purchase_cents,
        'redemption_min_balance_cents', m.redemption_min_balance_cents,
        'needs_proof', redemption_needs_proof(m.redemption_proof, m.redemption_proof_above_cents,
          i.amount_cents))::text AS current_facts
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    JOIN merchants m ON m.id = batch.merchant_id
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid,
      request_hash bytea, employee_id uuid, customer_id uuid, phone text, amount_cents bigint,
      needs_approval boolean, facts text)
    LEFT JOIN LATERAL (
      SELECT k.procedure, k.request_hash, k.response AS answer FROM idempotency_keys k
      WHERE k.merchant_id = batch.merchant_id AND k.request_id = i.request_id LIMIT 1) stored ON true
    -- OFFSET 0: planned by itself, so that the customer below is found by the key.
    LEFT JOIN LATERAL (
      SELECT coalesce(i.customer_id, (SELECT o.id FROM customers o
        WHERE o.merchant_id = batch.merchant_id AND o.phone = i.phone)) AS id OFFSET 0) wanted ON true
    -- The balance as it is now, whatever the nightly job has done so far.
    LEFT JOIN LATERAL (
      SELECT b.id, b.phone, coalesce(s.available_cents, b.available_cents) AS available_cents,
        EXISTS (SELECT FROM employee_phones p WHERE p.merchant_id = batch.merchant_id
                AND p.employee_id = i.employee_id AND p.phone = b.phone) AS is_own_phone
      FROM customers b
      LEFT JOIN LATERAL open_lots_summary(b.merchant_id, b.id, moment) s ON b.balance_changes_at <= moment
      WHERE b.merchant_id = batch.merchant_id AND b.merged_into_id IS NULL
        AND b.id = wanted.id
      LIMIT 1) c ON true
    LEFT JOIN LATERAL (
      SELECT true AS is_locked FROM customers h
      WHERE i.facts IS NOT NULL AND h.merchant_id = batch.merchant_id AND h.id = wanted.id
        AND h.merged_into_id IS NULL
      FOR SHARE SKIP LOCKED) held ON true
    ORDER BY i.n
  LOOP
    outcome := CASE
      WHEN is_free[asked.n] IS NOT TRUE THEN 'in_flight'
      WHEN asked.is_same THEN 'repeated'
      WHEN NOT asked.is_same THEN 'conflict'
      WHEN asked.customer_id IS NULL THEN 'unknown'
      WHEN asked.is_own_phone THEN 'own_phone'
      WHEN asked.facts IS DISTINCT FROM asked.current_facts THEN 'judge'
      WHEN NOT asked.is_approved THEN 'approval_needed'
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
    IF asked.is_approved THEN
      approved := approved || asked.n;
    END IF;
  END LOOP;
  IF cardinality(accepted) = 0 THEN
    RETURN;
  END IF;

  RETURN QUERY
  WITH allowed AS MATERIALIZED (
    SELECT batch.merchant_id, i.*, a.found_id, i.answer || jsonb_build_object('expiresAt',
        to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS whole_answer
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid,
      request_hash bytea, employee_id uuid, amount_cents bigint, purchase_amount_cents bigint,
      redemption_id uuid, token_hash bytea, answer jsonb, audit jsonb)
    JOIN unnest(accepted, customer_ids) AS a (n, found_id) ON a.n = i.n
  ), inserted AS (
    INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, purchase_amount_cents,
      token_hash, token_expires_at, created_at)
    SELECT i.merchant_id, i.redemption_id, i.found_id, i.employee_id, i.amount_cents,
      i.purchase_amount_cents, i.token_hash, expires_at, moment
    FROM allowed i
  ), audited AS (
    INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, user_agent)
    SELECT i.merchant_id, (i.audit ->> 'employeeId')::uuid, i.audit ->> 'action', i.audit ->> 'entity',
      i.audit ->> 'entityId', i.audit -> 'details', i.audit ->> 'ip', i.audit ->> 'userAgent'
    FROM allowed i
  ), stored AS (
    INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response)
    SELECT i.merchant_id, i.request_id, 'redemptions.create', i.request_hash, i.whole_answer FROM allowed i
  ), delivery AS (
    INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
      customer_id, next_attempt_at, occurred_at)
    SELECT i.merchant_id, gen_random_uuid(), r.integration_config_id, r.webhook_endpoint_id, r.event,
      i.redemption_id, i.found_id, clock_timestamp(), moment
    FROM allowed i CROSS JOIN LATERAL receivers_of(i.merchant_id, NULL, 'redemption.created') r
  )
  SELECT i.n, 'created', i.whole_answer, NULL::text FROM allowed i;

  IF cardinality(approved) > 0 THEN
    UPDATE approvals a SET used_at = moment
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid)
    WHERE i.n = ANY (approved) AND a.merchant_id = batch.merchant_id AND a.request_id = i.request_id;
  END IF;
END
$$;

REVOKE ALL ON FUNCTION create_redemption(text[], jsonb, integer, boolean)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION create_redemption(text[], jsonb, integer, boolean) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION create_redemption(text[], jsonb, integer, boolean) OWNER TO cashback_confirmer;
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
    WHEN 'approvals' THEN 1
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
  IF outlived IS NULL THEN
    RAISE EXCEPTION 'nothing is kept under the name %', p_what;
  END IF;
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
  ELSIF p_what = 'approvals' THEN
    DELETE FROM approvals t USING (
      SELECT o.merchant_id, o.id FROM approvals o WHERE o.asked_at < outlived
      ORDER BY o.asked_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.asked_at < outlived;
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

-- prisma/functions/rollups/apply_rollup_changes.sql
-- Called by open_rollups and api/src/rollups/recomputed-rollups.sql.ts: applies the merchant's oldest
-- recorded changes, p_limit at most, to the rollups and returns how many. One statement has one snapshot: a
-- change that it does not see stays recorded. The caller holds the merchant's lock, see lock_rollups.
-- In the database so that the changes are applied without a round trip for each table.
CREATE OR REPLACE FUNCTION apply_rollup_changes(p_merchant_id uuid, p_limit integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  applied integer;
BEGIN
  PERFORM assert_tenant(p_merchant_id);
  WITH taken AS (
    DELETE FROM rollup_changes c
    WHERE c.merchant_id = p_merchant_id AND c.id = ANY (ARRAY(
      SELECT o.id FROM rollup_changes o WHERE o.merchant_id = p_merchant_id ORDER BY o.id LIMIT p_limit))
    RETURNING c.*
  ), days AS (
    INSERT INTO daily_rollups AS f (merchant_id, day, purchases, revenue_cents, cashback_cents,
      unconfirmed_purchases, unconfirmed_cents, redemptions, redeemed_cents, new_customers)
    SELECT p_merchant_id, day, coalesce(sum(purchases), 0), coalesce(sum(revenue_cents), 0),
      coalesce(sum(cashback_cents), 0), coalesce(sum(unconfirmed_purchases), 0),
      coalesce(sum(unconfirmed_cents), 0), coalesce(sum(redemptions), 0), coalesce(sum(redeemed_cents), 0),
      coalesce(sum(new_customers), 0)
    FROM taken
    WHERE day IS NOT NULL AND num_nonnulls(purchases, unconfirmed_purchases, redemptions, new_customers) > 0
    GROUP BY day ORDER BY day
    ON CONFLICT (merchant_id, day) DO UPDATE SET
      purchases = f.purchases + excluded.purchases, revenue_cents = f.revenue_cents + excluded.revenue_cents,
      cashback_cents = f.cashback_cents + excluded.cashback_cents,
      unconfirmed_purchases = f.unconfirmed_purchases + excluded.unconfirmed_purchases,
      unconfirmed_cents = f.unconfirmed_cents + excluded.unconfirmed_cents,
      redemptions = f.redemptions + excluded.redemptions,
      redeemed_cents = f.redeemed_cents + excluded.redeemed_cents,
      new_customers = f.new_customers + excluded.new_customers
  ), employees AS (
    INSERT INTO daily_employee_rollups AS f (merchant_id, day, employee_id, purchases, revenue_cents,
      cashback_cents, unconfirmed_purchases, unconfirmed_cents, redemptions, redeemed_cents)
    SELECT p_merchant_id, day, employee_id, coalesce(sum(purchases), 0), coalesce(sum(revenue_cents), 0),
      coalesce(sum(cashback_cents), 0), coalesce(sum(unconfirmed_purchases), 0),
      coalesce(sum(unconfirmed_cents), 0), coalesce(sum(redemptions), 0), coalesce(sum(redeemed_cents), 0)
    FROM taken
    WHERE employee_id IS NOT NULL
    GROUP BY day, employee_id ORDER BY day, employee_id
    ON CONFLICT (merchant_id, day, employee_id) DO UPDATE SET
      purchases = f.purchases + excluded.purchases, revenue_cents = f.revenue_cents + excluded.revenue_cents,
      cashback_cents = f.cashback_cents + excluded.cashback_cents,
      unconfirmed_purchases = f.unconfirmed_purchases + excluded.unconfirmed_purchases,
      unconfirmed_cents = f.unconfirmed_cents + excluded.unconfirmed_cents,
      redemptions = f.redemptions + excluded.redemptions,
      redeemed_cents = f.redeemed_cents + excluded.redeemed_cents
  ), visits_taken AS (
    SELECT day, previous_day, sum(visits) AS visits FROM taken
    WHERE visits IS NOT NULL GROUP BY day, previous_day
  ), visits AS (
    INSERT INTO visit_rollups AS f (merchant_id, day, previous_day, visits)
    SELECT p_merchant_id, day, previous_day, visits FROM visits_taken
    WHERE visits <> 0 ORDER BY day, previous_day
    ON CONFLICT (merchant_id, day, previous_day) DO UPDATE SET visits = f.visits + excluded.visits
  ), visit_months AS (
    INSERT INTO visit_month_rollups AS f (merchant_id, day, previous_month, visits)
    SELECT p_merchant_id, day, month_of(previous_day), sum(visits) FROM visits_taken
    GROUP BY day, month_of(previous_day)
    HAVING sum(visits) <> 0 ORDER BY 2, 3
    ON CONFLICT (merchant_id, day, previous_month) DO UPDATE SET visits = f.visits + excluded.visits
  ), cohorts AS (
    INSERT INTO cohort_rollups AS f (merchant_id, cohort_month, month, customers, spent_cents)
    SELECT p_merchant_id, cohort_month, month_of(day), sum(cohort_customers), sum(cohort_cents)
    FROM taken WHERE cohort_month IS NOT NULL GROUP BY cohort_month, month_of(day)
    HAVING sum(cohort_customers) <> 0 OR sum(cohort_cents) <> 0 ORDER BY 2, 3
    ON CONFLICT (merchant_id, cohort_month, month) DO UPDATE SET
      customers = f.customers + excluded.customers, spent_cents = f.spent_cents + excluded.spent_cents
  ), lots AS (
    INSERT INTO lot_rollups AS f (merchant_id, available_at, expires_at, remaining_cents, expired_cents)
    SELECT p_merchant_id, available_at, expires_at, sum(remaining_cents), sum(expired_cents)
    FROM taken WHERE expires_at IS NOT NULL GROUP BY available_at, expires_at
    HAVING sum(remaining_cents) <> 0 OR sum(expired_cents) <> 0 ORDER BY expires_at, available_at
    ON CONFLICT (merchant_id, expires_at, available_at) DO UPDATE SET
      remaining_cents = f.remaining_cents + excluded.remaining_cents,
      expired_cents = f.expired_cents + excluded.expired_cents
  ), changed_customers AS (
    -- Each change of a customer was made under the lock of its row, so the newest id has the current days.
    SELECT customer_id, sum(customer_purchases) AS purchases, sum(spent_cents) AS spent_cents,
      (array_agg(first_day ORDER BY id DESC))[1] AS first_day,
      (array_agg(last_day ORDER BY id DESC))[1] AS last_day
    FROM taken WHERE customer_id IS NOT NULL GROUP BY customer_id
  ), customers_before AS (
    SELECT c.* FROM customer_rollups c
    WHERE c.merchant_id = p_merchant_id AND c.customer_id = ANY (
      ARRAY(SELECT customer_id FROM changed_customers))
  ), customers_after AS (
    INSERT INTO customer_rollups AS f (merchant_id, customer_id, first_day, last_day, purchases, spent_cents)
    SELECT p_merchant_id, customer_id, first_day, last_day, purchases, spent_cents
    FROM changed_customers ORDER BY customer_id
    ON CONFLICT (merchant_id, customer_id) DO UPDATE SET
      first_day = excluded.first_day, last_day = excluded.last_day,
      purchases = f.purchases + excluded.purchases, spent_cents = f.spent_cents + excluded.spent_cents
    RETURNING f.*
  ), segments AS (
    INSERT INTO segment_rollups AS f (merchant_id, edge, day, frequency_class, value_class, customers,
      spent_cents)
    SELECT p_merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
      sum(c.sign), sum(c.sign * c.spent_cents)
    FROM (SELECT -1 AS sign, b.* FROM customers_before b UNION ALL SELECT 1, a.* FROM customers_after a) c,
      LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
    WHERE edge.day IS NOT NULL
    GROUP BY 2, 3, 4, 5
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.spent_cents) <> 0 ORDER BY 2, 3, 4, 5
    ON CONFLICT (merchant_id, edge, day, frequency_class, value_class) DO UPDATE SET
      customers = f.customers + excluded.customers, spent_cents = f.spent_cents + excluded.spent_cents
  )
  SELECT count(*) INTO applied FROM taken;
  RETURN applied;
END
$$;

REVOKE ALL ON FUNCTION apply_rollup_changes(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION apply_rollup_changes(uuid, integer) TO cashback_app, cashback_worker;

-- prisma/functions/rollups/open_rollups.sql
-- Called by api/src/rollups/rollups.sql.ts at the start of every read of the rollups: takes the lock, then
-- applies all changes committed by now, each in a statement and snapshot of its own. is_applied is false
-- when more than p_limit changes waited, is_built is false when the rollups were never built.
-- In the database so that a read of the rollups begins with one round trip.
CREATE OR REPLACE FUNCTION open_rollups(p_merchant_id uuid, p_limit integer, OUT is_applied boolean,
  OUT is_built boolean)
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM assert_tenant(p_merchant_id);
  PERFORM lock_rollups(p_merchant_id);
  is_applied := NOT EXISTS (SELECT FROM rollup_changes c WHERE c.merchant_id = p_merchant_id)
    OR apply_rollup_changes(p_merchant_id, p_limit) < p_limit;
  SELECT coalesce(bool_or(s.built_at IS NOT NULL), false) INTO is_built FROM rollup_states s
  WHERE s.merchant_id = p_merchant_id;
END
$$;

REVOKE ALL ON FUNCTION open_rollups(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION open_rollups(uuid, integer) TO cashback_app, cashback_worker;
