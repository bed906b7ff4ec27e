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
