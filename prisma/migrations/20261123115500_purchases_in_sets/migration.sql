-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

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
        t.terms AS current_terms,
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
          AS terms
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
        rate_basis_points, token_hash, token_expires_at, created_at)
      SELECT merchant.merchant_id, i.purchase_id, i.customer_id, i.employee_id, i.amount_cents,
        i.cashback_cents, i.rate_basis_points, i.token_hash, expires_at, moment
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
          'redemption_min_balance_cents', m.redemption_min_balance_cents)::text AS current_facts
      FROM jsonb_to_recordset(merchant.requests) AS i (n integer, request_id uuid, request_hash bytea,
        employee_id uuid, customer_id uuid, phone text, facts text)
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

-- prisma/functions/rollups/record_new_purchases.sql
-- Trigger of transactions: records new purchases for the rollups, each one row from three probes of one
-- index. The customer's row is locked by then, so no other purchase of the same customer is under way. A
-- late purchase, on a day before the customer's last, records all visits of the customer again. A batch of
-- purchases has at most 64 purchases and each customer once (issue_cashback); more in one statement come from
-- an import: the merchant's rollups are rebuilt before they are read again.
-- A trigger, so that every path that adds a purchase keeps the rollups right. It runs with the rights of
-- that path.
CREATE OR REPLACE FUNCTION record_new_purchases() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  purchase record;
  is_late boolean;
BEGIN
  IF (SELECT count(*) > 64 OR count(*) > count(DISTINCT n.customer_id) FROM new_rows n) THEN
    INSERT INTO rollup_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  END IF;

  FOR purchase IN
    SELECT n.*, n.amount_cents - n.reversed_amount_cents AS net_revenue,
      n.cashback_cents - n.reversed_cashback_cents AS net_cashback,
      (n.created_at AT TIME ZONE m.time_zone)::date AS day,
      (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
       WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
         AND t.id <> n.id
       ORDER BY t.created_at DESC LIMIT 1) AS latest_day,
      (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
       WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
       ORDER BY t.created_at LIMIT 1) AS first_day
    FROM new_rows n JOIN merchants m ON m.id = n.merchant_id
    WHERE n.status = 'completed'
  LOOP
    is_late := coalesce(purchase.latest_day > purchase.day, false);
    IF is_late THEN
      PERFORM record_visits(-1, purchase.merchant_id, purchase.customer_id, p_without => purchase.id);
      PERFORM record_visits(1, purchase.merchant_id, purchase.customer_id);
    END IF;
    INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
      unconfirmed_purchases, unconfirmed_cents, visits, previous_day, cohort_month, cohort_customers,
      cohort_cents, customer_id, customer_purchases, spent_cents, first_day, last_day)
    VALUES (purchase.merchant_id, purchase.day, purchase.employee_id, 1, purchase.net_revenue,
      purchase.net_cashback,
      CASE WHEN purchase.qr_scanned OR purchase.net_cashback = 0 THEN 0 ELSE 1 END,
      CASE WHEN purchase.qr_scanned THEN 0 ELSE purchase.net_cashback END,
      -- For a late purchase, record_visits above has recorded the rest.
      CASE WHEN NOT is_late AND purchase.latest_day IS DISTINCT FROM purchase.day THEN 1 END,
      coalesce(purchase.latest_day, '-infinity'),
      CASE WHEN NOT is_late THEN month_of(purchase.first_day) END,
      CASE WHEN month_of(purchase.latest_day) = month_of(purchase.day) THEN 0 ELSE 1 END,
      purchase.net_revenue,
      CASE WHEN NOT is_late THEN purchase.customer_id END, 1, purchase.net_revenue, purchase.first_day,
      purchase.day);
  END LOOP;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_purchases() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_purchases AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_new_purchases();
