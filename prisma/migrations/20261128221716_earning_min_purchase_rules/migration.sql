-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

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
  approve_redemptions_above_cents, ask_purchases_above_cents, earning_min_purchase_cents
) ON merchants TO cashback_confirmer;
GRANT SELECT (id) ON merchants TO cashback_retention;

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
  asked_above bigint[] := '{}';
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
      t.terms AS current_terms, t.rules_version, t.ask_above_cents,
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
      SELECT jsonb_build_object('rate_basis_points', m.rate_basis_points, 'earning_min_purchase_cents',
        m.earning_min_purchase_cents, 'signup_link_slug', m.signup_link_slug, 'custom_domain', m.custom_domain, 'custom_domain_status',
        m.custom_domain_status, 'has_tags', m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL)::text
        AS terms, m.rules_version, m.approve_purchases_above_cents AS approve_above_cents,
        m.ask_purchases_above_cents AS ask_above_cents
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
    asked_above := asked_above || purchase.ask_above_cents;
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
    SELECT batch.merchant_id, i.*, a.known_id, a.rules_version, a.ask_above_cents
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid,
      request_hash bytea, employee_id uuid, phone text, name text, is_doubted boolean, asks_above boolean,
      amount_cents bigint, cashback_cents bigint, rate_basis_points integer, purchase_id uuid, new_customer_id uuid,
      token_hash bytea, answer jsonb, audit jsonb)
    JOIN unnest(accepted, customer_ids, rules, asked_above) AS a (n, known_id, rules_version, ask_above_cents)
      ON a.n = i.n
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
      -- Where no usual purchase is known, only callers that can ask without one are answered so.
      (i.is_doubted AND i.amount_cents > coalesce(u.cents * 10, CASE WHEN i.asks_above THEN i.ask_above_cents END))
        IS TRUE AS is_unusual,
      (SELECT max(latest.created_at) FROM (
         SELECT p.created_at FROM transactions p
         WHERE i.is_doubted AND p.merchant_id = i.merchant_id AND p.customer_id = i.known_id
           AND p.amount_cents = i.amount_cents AND p.created_at > moment - interval '2 minutes'
           AND p.reversed_amount_cents = 0 OFFSET 0) latest) AS same_at
    FROM item i
    LEFT JOIN usual u ON u.merchant_id = i.merchant_id
  ), added AS (
    INSERT INTO customers (merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name)
    SELECT i.merchant_id, i.new_customer_id, i.phone, i.amount_cents, moment, moment, i.name
    FROM asked i
    WHERE i.known_id IS NULL AND i.same_at IS NULL AND NOT i.is_unusual AND i.n <> ALL (unapproved)
    ORDER BY i.merchant_id, i.phone
    ON CONFLICT (merchant_id, phone) DO NOTHING
    RETURNING merchant_id, id
  ), sold AS MATERIALIZED (
    SELECT i.*, coalesce(i.known_id, i.new_customer_id) AS customer_id,
      i.answer || jsonb_build_object('expiresAt',
        to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS whole_answer
    FROM asked i LEFT JOIN added c ON c.merchant_id = i.merchant_id AND c.id = i.new_customer_id
    WHERE i.same_at IS NULL AND NOT i.is_unusual AND i.n <> ALL (unapproved)
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
      WHEN i.same_at IS NOT NULL OR i.is_unusual THEN 'doubted'
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

-- prisma/functions/merchants/keep_program_rules.sql
-- Triggers of merchants: writes the program's rules down under their version, which number_program_rules has
-- counted. app.employee_id, where it is set, names who changed them.
-- Triggers, so that no merchant is without its first version, and no number without its rules.
CREATE OR REPLACE FUNCTION keep_program_rules() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.program_rules (merchant_id, version, holds_from, program_name, rate_basis_points,
    earning_min_purchase_cents, cashback_available_immediately, cashback_maturing_days, cashback_expires, cashback_expiration_days,
    redemption_max_share_basis_points, redemption_min_purchase_cents, redemption_min_balance_cents,
    redemption_proof, redemption_proof_above_cents, inactivity_months, employee_id)
  VALUES (NEW.id, NEW.rules_version, public.money_now(), NEW.program_name, NEW.rate_basis_points,
    NEW.earning_min_purchase_cents, NEW.cashback_available_immediately, NEW.cashback_maturing_days, NEW.cashback_expires,
    NEW.cashback_expiration_days, NEW.redemption_max_share_basis_points, NEW.redemption_min_purchase_cents,
    NEW.redemption_min_balance_cents, NEW.redemption_proof, NEW.redemption_proof_above_cents,
    NEW.inactivity_months, nullif(current_setting('app.employee_id', true), '')::uuid);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION keep_program_rules() FROM PUBLIC;

CREATE OR REPLACE TRIGGER keep_first_program_rules AFTER INSERT ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_program_rules();
CREATE OR REPLACE TRIGGER keep_program_rules AFTER UPDATE ON merchants
  FOR EACH ROW WHEN (OLD.rules_version IS DISTINCT FROM NEW.rules_version)
  EXECUTE FUNCTION keep_program_rules();

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
  earning_min_purchase_cents, cashback_available_immediately, cashback_maturing_days, cashback_expires,
  cashback_expiration_days, redemption_max_share_basis_points, redemption_min_purchase_cents,
  redemption_min_balance_cents, redemption_proof, redemption_proof_above_cents, inactivity_months ON merchants
  FOR EACH ROW
  WHEN ((OLD.program_name, OLD.rate_basis_points, OLD.earning_min_purchase_cents,
      OLD.cashback_available_immediately, OLD.cashback_maturing_days, OLD.cashback_expires,
      OLD.cashback_expiration_days, OLD.redemption_max_share_basis_points,
      OLD.redemption_min_purchase_cents, OLD.redemption_min_balance_cents, OLD.redemption_proof,
      OLD.redemption_proof_above_cents, OLD.inactivity_months)
    IS DISTINCT FROM (NEW.program_name, NEW.rate_basis_points, NEW.earning_min_purchase_cents,
      NEW.cashback_available_immediately, NEW.cashback_maturing_days, NEW.cashback_expires,
      NEW.cashback_expiration_days, NEW.redemption_max_share_basis_points,
      NEW.redemption_min_purchase_cents, NEW.redemption_min_balance_cents, NEW.redemption_proof,
      NEW.redemption_proof_above_cents, NEW.inactivity_months))
  EXECUTE FUNCTION number_program_rules();
