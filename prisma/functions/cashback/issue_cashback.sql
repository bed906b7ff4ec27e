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
