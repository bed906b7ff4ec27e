-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/approvals.sql
-- Policies and grants of approvals. issue_cashback and create_redemption mark them as used.
ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON approvals;
CREATE POLICY tenant ON approvals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON approvals;
CREATE POLICY confirmer ON approvals TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON approvals;
CREATE POLICY retention ON approvals TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON approvals
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON approvals TO cashback_app;
GRANT SELECT, UPDATE (customer_id, phone, used_at) ON approvals TO cashback_confirmer;
GRANT SELECT (merchant_id, id, asked_at), DELETE ON approvals TO cashback_retention;
GRANT SELECT, DELETE ON approvals TO cashback_eraser;

-- prisma/access/employees.sql
-- Policies and grants of employees. The worker reads no password hash and no phone.
ALTER TABLE employees ENABLE ROW LEVEL SECURITY;
ALTER TABLE employees FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employees;
CREATE POLICY tenant ON employees
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON employees;
CREATE POLICY lookup ON employees FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON employees;
CREATE POLICY confirmer ON employees FOR SELECT TO cashback_confirmer USING (true);

REVOKE ALL ON employees FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON employees TO cashback_app;
GRANT SELECT (merchant_id, id, name, email, role, is_active) ON employees TO cashback_worker;
GRANT SELECT (
  merchant_id, id, name, email, phone, password_hash, role, is_active, device_generation
) ON employees TO cashback_lookup;
GRANT SELECT (merchant_id, id, is_active) ON employees TO cashback_confirmer;

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
  id, name, rate_basis_points, time_zone, custom_domain, custom_domain_status, signup_link_slug, logo_url,
  brand_color, gtm_id, meta_pixel_id, cashback_available_immediately, cashback_maturing_days,
  cashback_expires, cashback_expiration_days, redemption_max_share_basis_points,
  redemption_min_purchase_cents, redemption_min_balance_cents, rules_version, statement_protected,
  redemption_proof, redemption_proof_above_cents, approve_purchases_above_cents,
  approve_redemptions_above_cents
) ON merchants TO cashback_confirmer;
GRANT SELECT (id) ON merchants TO cashback_retention;

-- prisma/functions/approvals/is_approved.sql
-- Called by issue_cashback, create_redemption and api/src/approvals/assert-approved.ts: whether the
-- employee's asking for this very movement was approved by an employee who is still active, and neither
-- has expired nor was used. A customer who is not known yet is compared by the phone.
-- In the database because issue_cashback and create_redemption decide by it under the request's lock.
CREATE OR REPLACE FUNCTION is_approved(p_merchant_id uuid, p_kind text, p_request_id uuid, p_employee_id uuid,
  p_amount_cents bigint, p_customer_id uuid, p_phone text, p_at timestamptz)
  RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM approvals a
    JOIN employees e ON e.merchant_id = a.merchant_id AND e.id = a.answered_by AND e.is_active
    WHERE a.merchant_id = p_merchant_id AND a.request_id = p_request_id AND a.kind = p_kind
      AND a.asked_by = p_employee_id AND a.amount_cents = p_amount_cents
      AND (a.customer_id = p_customer_id OR a.phone = p_phone)
      AND a.answer = 'approved' AND a.expires_at > p_at AND a.used_at IS NULL)
$$;

REVOKE ALL ON FUNCTION is_approved(uuid, text, uuid, uuid, bigint, uuid, text, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION is_approved(uuid, text, uuid, uuid, bigint, uuid, text, timestamptz)
  TO cashback_app, cashback_confirmer;

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
      CASE WHEN i.needs_approval AND i.amount_cents > t.approve_above_cents THEN is_approved(batch.merchant_id,
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
      WHEN NOT is_free[purchase.n] THEN 'in_flight'
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

-- prisma/functions/erasures/delete_traces.sql
-- Called by erase_traces, and by sweep_traces at its end for rows whose writer did not wait for the erasure:
-- deletes what is of use only while these customers exist. A table of that kind belongs into this list.
-- In the database for the same reason as erase_traces.
CREATE OR REPLACE FUNCTION delete_traces(p_merchant_id uuid, p_customer_ids uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp
AS $$
  -- The network and the device from which the customer confirmed.
  DELETE FROM confirmation_traces WHERE merchant_id = p_merchant_id AND source_id IN (
    SELECT id FROM transactions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids)
    UNION ALL
    SELECT id FROM redemptions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids));
  -- Answers on consent hold an address and a browser; devices, codes and PINs prove nothing any more.
  DELETE FROM consents WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_devices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_codes WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_pins WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM inactivity_notices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM redemption_holds WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Also those of a phone that was no customer's yet.
  DELETE FROM approvals WHERE merchant_id = p_merchant_id AND (customer_id = ANY (p_customer_ids)
    OR phone IN (SELECT phone FROM customers WHERE merchant_id = p_merchant_id AND id = ANY (p_customer_ids)));
$$;

REVOKE ALL ON FUNCTION delete_traces(uuid, uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_traces(uuid, uuid[]) TO cashback_eraser;

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
      CASE WHEN i.needs_approval AND i.amount_cents > m.approve_redemptions_above_cents
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
      WHEN NOT is_free[asked.n] THEN 'in_flight'
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
