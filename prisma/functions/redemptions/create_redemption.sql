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
