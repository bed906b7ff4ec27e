-- Each merchant's version 1, and from now on a version for every change.
-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- The triggers come first: their lock has changes of merchants wait until version 1 is written. Reads and
-- purchases go on.
-- prisma/functions/merchants/number_program_rules.sql
-- Trigger of merchants: a change of the program's rules takes the next version's number.
-- A trigger, so that no path that changes a rule can forget it.
CREATE OR REPLACE FUNCTION number_program_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.rules_version := OLD.rules_version + 1;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION number_program_rules() FROM PUBLIC;

CREATE OR REPLACE TRIGGER number_program_rules BEFORE UPDATE OF program_name, rate_basis_points,
  cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
  redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents ON merchants
  FOR EACH ROW
  WHEN ((OLD.program_name, OLD.rate_basis_points, OLD.cashback_available_immediately,
      OLD.cashback_maturing_days, OLD.cashback_expires, OLD.cashback_expiration_days,
      OLD.redemption_max_share_basis_points, OLD.redemption_min_purchase_cents,
      OLD.redemption_min_balance_cents)
    IS DISTINCT FROM (NEW.program_name, NEW.rate_basis_points, NEW.cashback_available_immediately,
      NEW.cashback_maturing_days, NEW.cashback_expires, NEW.cashback_expiration_days,
      NEW.redemption_max_share_basis_points, NEW.redemption_min_purchase_cents,
      NEW.redemption_min_balance_cents))
  EXECUTE FUNCTION number_program_rules();

-- prisma/functions/merchants/keep_program_rules.sql
-- Triggers of merchants: writes the program's rules down under their version, which number_program_rules has
-- counted. app.employee_id, where it is set, names who changed them.
-- Triggers, so that no merchant is without its first version, and no number without its rules.
CREATE OR REPLACE FUNCTION keep_program_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.program_rules (merchant_id, version, holds_from, program_name, rate_basis_points,
    cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
    redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents,
    employee_id)
  VALUES (NEW.id, NEW.rules_version, public.money_now(), NEW.program_name, NEW.rate_basis_points,
    NEW.cashback_available_immediately, NEW.cashback_maturing_days, NEW.cashback_expires,
    NEW.cashback_expiration_days, NEW.redemption_max_share_basis_points, NEW.redemption_min_purchase_cents,
    NEW.redemption_min_balance_cents, nullif(current_setting('app.employee_id', true), '')::uuid);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_program_rules() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_first_program_rules AFTER INSERT ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_program_rules();
CREATE OR REPLACE TRIGGER keep_program_rules AFTER UPDATE ON merchants
  FOR EACH ROW WHEN (OLD.rules_version IS DISTINCT FROM NEW.rules_version)
  EXECUTE FUNCTION keep_program_rules();

-- Before row-level security of program_rules. That of merchants binds the owner too, which reads them by the
-- policy of cashback_lookup: the first migration made it a member.
INSERT INTO program_rules (merchant_id, version, holds_from, program_name, rate_basis_points,
  cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
  redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents)
SELECT id, rules_version, now(), program_name, rate_basis_points, cashback_available_immediately,
  cashback_maturing_days, cashback_expires, cashback_expiration_days, redemption_max_share_basis_points,
  redemption_min_purchase_cents, redemption_min_balance_cents
FROM merchants;

-- prisma/access/program_rules.sql
-- Policies and grants of program_rules. No role may change or delete a version. The worker has no
-- grant: no job reads rules.
ALTER TABLE program_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE program_rules FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON program_rules;
CREATE POLICY tenant ON program_rules
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON program_rules FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON program_rules TO cashback_app;

-- prisma/access/merchants.sql
GRANT SELECT (rules_version) ON merchants TO cashback_confirmer;

-- prisma/functions/cashback/confirm_cashback.sql
-- Called by api/src/cashback/cashback.sql.ts: credits each confirmed purchase once, less what was reversed
-- before. p_host_merchant_ids[i], when not null, is the merchant whose host was called: a token of another
-- merchant is unknown there. outcome: confirmed | repeated | unknown. confirmed_at: of a repeat only.
-- In the database so that many confirmations share one round trip, one commit, one flush and one statement
-- for each table. It runs as cashback_confirmer, whose policies let a statement hold several merchants' rows:
-- every join is by merchant_id.
CREATE OR REPLACE FUNCTION confirm_cashback(p_token_hashes bytea[], p_host_merchant_ids uuid[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, transaction_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, time_zone text, phone text, amount_cents bigint,
    cashback_cents bigint, rate_basis_points integer, available_cents bigint, available_at timestamptz,
    confirmed_at timestamptz, answered_at timestamptz
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
        lot_available_at(terms.as_of, terms.maturing_days, m.time_zone) AS available_at
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
      i.qr_scanned_at, moment
    FROM item i
    LEFT JOIN LATERAL (
      SELECT sum(r.amount_cents) AS amount_cents, sum(r.cashback_cents) AS cashback_cents
      FROM purchase_reversals r
      WHERE i.reversed_amount_cents > 0 AND r.merchant_id = i.merchant_id AND r.transaction_id = i.id
        AND NOT r.was_credited
    ) before ON true;
  END LOOP;

  RETURN QUERY
  SELECT u.ordinal, 'unknown', NULL::uuid, NULL::uuid, NULL, NULL, NULL, NULL, NULL, NULL, NULL::bigint,
    NULL::bigint, NULL::integer, NULL::bigint, NULL::timestamptz, NULL::timestamptz, moment
  FROM generate_subscripts(p_token_hashes, 1) AS u (ordinal)
  WHERE (u.ordinal = ANY (locked.ordinals)) IS NOT TRUE;
END
$$;

REVOKE ALL ON FUNCTION confirm_cashback(bytea[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_cashback(bytea[], uuid[]) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION confirm_cashback(bytea[], uuid[]) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;

-- prisma/functions/cashback/issue_cashback.sql
-- Called by api/src/cashback/new-purchases.sql.ts: records the purchases that arrived together, each once
-- for its request, with its customer, audit entry and stored answer.
-- p_lock_keys: 'merchant:request' of each purchase, by its number n from 1. p_merchants: the purchases of
-- each merchant. p_waits: for one purchase alone; it waits where another transaction holds its customer.
-- outcome: issued | repeated (with the stored answer) | conflict | in_flight | own_phone | doubted | terms
-- (the merchant's terms are no longer those the purchase was computed by; nothing was done) | again (its
-- customer is locked, or is in this batch already; nothing was done).
-- In the database so that many purchases share one round trip, one commit and one flush. It runs with the
-- caller's rights, so row-level security applies, and sets the tenant of each merchant's purchases. A batch
-- passes over customers that are locked, so it needs no place in the order in which they are locked. Of new
-- customers it makes one a merchant, by merchant. A phone that another transaction is adding just then makes
-- it wait a tenth of a second at most and fail: api/src/cashback/new-purchases.ts tries that purchase alone.
CREATE OR REPLACE FUNCTION issue_cashback(p_lock_keys text[], p_merchants jsonb, p_lifetime_seconds integer,
  p_waits boolean)
  RETURNS TABLE (
    ordinal integer, outcome text, answer jsonb, terms text, same_at timestamptz, usual_cents bigint,
    answered_at timestamptz
  )
LANGUAGE plpgsql
-- A plan is made once for each connection, perhaps while the tables are small, also of the triggers. These
-- settings make it find each row by an index; a subquery with LIMIT or OFFSET is never turned into a scan of
-- all that the merchant has.
SET plan_cache_mode = force_generic_plan SET jit = off
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  moment timestamptz := date_trunc('milliseconds', money_now());
  expires_at timestamptz := moment + make_interval(secs => p_lifetime_seconds);
  is_free boolean[];
  merchant record;
  purchase record;
  accepted integer[];
  customer_ids uuid[];
  named integer[];
  has_new_customer boolean;
  is_asking boolean;
  current_rules integer;
BEGIN
  answered_at := moment;
  SELECT array_agg(u.is_first AND pg_try_advisory_xact_lock(hashtextextended(u.key, 0)) ORDER BY u.n)
  INTO is_free
  FROM (SELECT k.key, k.n, row_number() OVER (PARTITION BY k.key ORDER BY k.n) = 1 AS is_first
        FROM unnest(p_lock_keys) WITH ORDINALITY AS k (key, n)) u;

  FOR merchant IN
    SELECT m.merchant_id, m.requests FROM jsonb_to_recordset(p_merchants) AS m (merchant_id uuid, requests jsonb)
    ORDER BY m.merchant_id
  LOOP
    PERFORM set_config('app.merchant_id', merchant.merchant_id::text, true);
    IF NOT p_waits THEN
      PERFORM set_config('lock_timeout', '100ms', true);
    ELSE
      PERFORM FROM customers c
      WHERE c.merchant_id = merchant.merchant_id AND c.phone = merchant.requests -> 0 ->> 'phone'
      FOR NO KEY UPDATE;
    END IF;

    accepted := '{}';
    customer_ids := '{}';
    named := '{}';
    has_new_customer := false;
    is_asking := false;
    FOR purchase IN
      SELECT i.n, i.terms, i.is_doubted, i.name, stored.answer, c.id AS customer_id, c.name AS customer_name,
        t.terms AS current_terms, t.rules_version,
        stored.procedure = 'cashback.issue' AND stored.request_hash = i.request_hash AS is_same,
        EXISTS (SELECT FROM employee_phones p WHERE p.merchant_id = merchant.merchant_id
                AND p.employee_id = i.employee_id AND p.phone = i.phone) AS is_own_phone,
        known.is_known,
        row_number() OVER (PARTITION BY i.phone ORDER BY i.n) > 1 AS is_second
      FROM jsonb_to_recordset(merchant.requests) AS i (n integer, request_id uuid, request_hash bytea,
        employee_id uuid, phone text, name text, is_doubted boolean, terms text)
      CROSS JOIN (
        SELECT jsonb_build_object('rate_basis_points', m.rate_basis_points, 'signup_link_slug',
          m.signup_link_slug, 'custom_domain', m.custom_domain, 'custom_domain_status',
          m.custom_domain_status, 'has_tags', m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL)::text
          AS terms, m.rules_version
        FROM merchants m WHERE m.id = merchant.merchant_id) t
      LEFT JOIN LATERAL (
        SELECT k.procedure, k.request_hash, k.response AS answer FROM idempotency_keys k
        WHERE k.merchant_id = merchant.merchant_id AND k.request_id = i.request_id LIMIT 1) stored ON true
      -- Also where it is locked.
      LEFT JOIN LATERAL (
        SELECT true AS is_known FROM customers e
        WHERE e.merchant_id = merchant.merchant_id AND e.phone = i.phone LIMIT 1) known ON true
      LEFT JOIN LATERAL (
        SELECT c.id, c.name FROM customers c
        WHERE c.merchant_id = merchant.merchant_id AND c.phone = i.phone AND is_free[i.n]
          AND stored.procedure IS NULL
        FOR NO KEY UPDATE SKIP LOCKED) c ON true
      ORDER BY i.n
    LOOP
      outcome := CASE
        WHEN NOT is_free[purchase.n] THEN 'in_flight'
        WHEN purchase.is_same THEN 'repeated'
        WHEN NOT purchase.is_same THEN 'conflict'
        WHEN purchase.is_own_phone THEN 'own_phone'
        WHEN purchase.terms IS DISTINCT FROM purchase.current_terms THEN 'terms'
        WHEN purchase.is_second THEN 'again'
        WHEN purchase.customer_id IS NULL AND (purchase.is_known OR has_new_customer) THEN 'again'
      END;
      IF outcome IS NOT NULL THEN
        ordinal := purchase.n;
        answer := purchase.answer;
        terms := purchase.current_terms;
        RETURN NEXT;
        CONTINUE;
      END IF;
      current_rules := purchase.rules_version;
      accepted := accepted || purchase.n;
      customer_ids := customer_ids || purchase.customer_id;
      has_new_customer := has_new_customer OR purchase.customer_id IS NULL;
      is_asking := is_asking OR purchase.is_doubted;
      IF purchase.name IS NOT NULL AND purchase.customer_id IS NOT NULL AND purchase.customer_name IS NULL THEN
        named := named || purchase.n;
      END IF;
    END LOOP;
    CONTINUE WHEN cardinality(accepted) = 0;

    RETURN QUERY
    WITH usual AS (
      -- The mean of the latest thirty days in the rollups, as far as they are applied.
      SELECT (sum(latest.revenue_cents) / sum(latest.purchases))::bigint AS cents
      FROM (SELECT r.revenue_cents, r.purchases FROM daily_rollups r
            WHERE is_asking AND r.merchant_id = merchant.merchant_id ORDER BY r.day DESC LIMIT 30) latest
      HAVING sum(latest.purchases) >= 20
    ), asked AS MATERIALIZED (
      SELECT i.*, a.known_id, u.cents AS usual_cents,
        (SELECT max(latest.created_at) FROM (
           SELECT p.created_at FROM transactions p
           WHERE i.is_doubted AND p.merchant_id = merchant.merchant_id AND p.customer_id = a.known_id
             AND p.amount_cents = i.amount_cents AND p.created_at > moment - interval '2 minutes'
             AND p.reversed_amount_cents = 0 OFFSET 0) latest) AS same_at
      FROM jsonb_to_recordset(merchant.requests) AS i (n integer, request_id uuid, request_hash bytea,
        employee_id uuid, phone text, name text, is_doubted boolean, amount_cents bigint,
        cashback_cents bigint, rate_basis_points integer, purchase_id uuid, new_customer_id uuid,
        token_hash bytea, answer jsonb, audit jsonb)
      JOIN unnest(accepted, customer_ids) AS a (n, known_id) ON a.n = i.n
      LEFT JOIN usual u ON i.is_doubted AND u.cents * 10 < i.amount_cents
    ), added AS (
      INSERT INTO customers (merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name)
      SELECT merchant.merchant_id, i.new_customer_id, i.phone, i.amount_cents, moment, moment, i.name
      FROM asked i WHERE i.known_id IS NULL AND i.same_at IS NULL AND i.usual_cents IS NULL
      ON CONFLICT (merchant_id, phone) DO NOTHING
      RETURNING id
    ), sold AS MATERIALIZED (
      SELECT i.*, coalesce(i.known_id, i.new_customer_id) AS customer_id,
        i.answer || jsonb_build_object('expiresAt',
          to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS whole_answer
      FROM asked i LEFT JOIN added c ON c.id = i.new_customer_id
      WHERE i.same_at IS NULL AND i.usual_cents IS NULL AND (i.known_id IS NOT NULL OR c.id IS NOT NULL)
    ), counted AS (
      UPDATE customers c SET
        total_spent_cents = c.total_spent_cents + i.amount_cents,
        last_purchase_at = greatest(c.last_purchase_at, moment)
      FROM sold i WHERE c.merchant_id = merchant.merchant_id AND c.id = i.known_id
    ), inserted AS (
      INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
        rate_basis_points, token_hash, token_expires_at, created_at, rules_version)
      SELECT merchant.merchant_id, i.purchase_id, i.customer_id, i.employee_id, i.amount_cents,
        i.cashback_cents, i.rate_basis_points, i.token_hash, expires_at, moment, current_rules
      FROM sold i
    ), audited AS (
      INSERT INTO audit_log (merchant_id, employee_id, action, entity, entity_id, details, ip, user_agent)
      SELECT merchant.merchant_id, (i.audit ->> 'employeeId')::uuid, i.audit ->> 'action',
        i.audit ->> 'entity', i.audit ->> 'entityId', i.audit -> 'details', i.audit ->> 'ip',
        i.audit ->> 'userAgent'
      FROM sold i
    ), stored AS (
      INSERT INTO idempotency_keys (merchant_id, request_id, procedure, request_hash, response)
      SELECT merchant.merchant_id, i.request_id, 'cashback.issue', i.request_hash, i.whole_answer FROM sold i
    )
    SELECT i.n, CASE
        WHEN i.same_at IS NOT NULL OR i.usual_cents IS NOT NULL THEN 'doubted'
        WHEN s.n IS NULL THEN 'again'
        ELSE 'issued'
      END, s.whole_answer, NULL::text, i.same_at, i.usual_cents, moment
    FROM asked i LEFT JOIN sold s ON s.n = i.n;

    IF cardinality(named) > 0 THEN
      -- Apart: only where the column is set does its trigger renew what searches read.
      UPDATE customers c SET name = i.name
      FROM jsonb_to_recordset(merchant.requests) AS i (n integer, name text, purchase_id uuid),
        transactions p
      WHERE i.n = ANY (named) AND p.merchant_id = merchant.merchant_id AND p.id = i.purchase_id
        AND c.merchant_id = merchant.merchant_id AND c.id = p.customer_id;
    END IF;
  END LOOP;
END
$$;

REVOKE ALL ON FUNCTION issue_cashback(text[], jsonb, integer, boolean)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION issue_cashback(text[], jsonb, integer, boolean) TO cashback_app;
