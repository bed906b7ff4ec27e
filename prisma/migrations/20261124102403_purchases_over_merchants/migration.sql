-- Purchases and redemptions of several merchants are one statement, as cashback_confirmer.
--
-- Each table's policies are changed in a transaction of their own: purchases in progress lock the same tables
-- in another order. All of it can be executed again, so a run that was cut short is repeated as a whole. The
-- functions come last, when their new owner has all its rights.

-- Copied from the files that each part names.

BEGIN;
-- prisma/access/audit_log.sql
-- Policies and grants of audit_log. The audit log only grows; retention empties old addresses and details.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON audit_log;
CREATE POLICY tenant ON audit_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON audit_log;
CREATE POLICY retention ON audit_log TO cashback_retention USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS confirmer ON audit_log;
CREATE POLICY confirmer ON audit_log TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON audit_log
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT SELECT, INSERT ON audit_log TO cashback_app;
GRANT INSERT ON audit_log TO cashback_worker;
GRANT SELECT (merchant_id, created_at, ip, user_agent, details), UPDATE (ip, user_agent, details)
  ON audit_log TO cashback_retention;
GRANT SELECT ON audit_log TO cashback_eraser;
GRANT UPDATE (details) ON audit_log TO cashback_eraser;
GRANT INSERT ON audit_log TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/customer_search.sql
-- Policies and grants of customer_search. Written by a trigger with the rights of the statement
-- that changes a customer.
ALTER TABLE customer_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE customer_search FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customer_search;
CREATE POLICY tenant ON customer_search
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON customer_search;
CREATE POLICY lookup ON customer_search FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON customer_search;
CREATE POLICY confirmer ON customer_search TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON customer_search
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_app;
GRANT SELECT (merchant_id, customer_id, search_text) ON customer_search TO cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customer_search TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/customers.sql
-- Policies and grants of customers. The worker changes what time changes: the cached balance.
ALTER TABLE customers ENABLE ROW LEVEL SECURITY;
ALTER TABLE customers FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON customers;
CREATE POLICY tenant ON customers
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON customers;
CREATE POLICY lookup ON customers FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON customers;
CREATE POLICY confirmer ON customers TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON customers
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON customers TO cashback_app;
GRANT SELECT ON customers TO cashback_worker;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at
) ON customers TO cashback_worker;
GRANT SELECT (merchant_id, id, phone, balance_changes_at) ON customers TO cashback_lookup;
GRANT SELECT ON customers TO cashback_confirmer;
GRANT INSERT (
  merchant_id, id, phone, total_spent_cents, last_purchase_at, created_at, name
) ON customers TO cashback_confirmer;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents,
  total_spent_cents, last_purchase_at, name
) ON customers TO cashback_confirmer;
GRANT SELECT ON customers TO cashback_eraser;
GRANT UPDATE (phone, name, email, signup_name, erased_at) ON customers TO cashback_eraser;
COMMIT;

BEGIN;
-- prisma/access/daily_rollups.sql
-- Policies and grants of daily_rollups. Derived, so a rebuild may delete the rows.
ALTER TABLE daily_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_rollups FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON daily_rollups;
CREATE POLICY tenant ON daily_rollups
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON daily_rollups;
CREATE POLICY confirmer ON daily_rollups TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON daily_rollups FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_rollups TO cashback_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON daily_rollups TO cashback_worker;
GRANT SELECT ON daily_rollups TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/employee_phones.sql
-- Policies and grants of employee_phones. Phones are only added: a former one stays the
-- employee's.
ALTER TABLE employee_phones ENABLE ROW LEVEL SECURITY;
ALTER TABLE employee_phones FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employee_phones;
CREATE POLICY tenant ON employee_phones
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON employee_phones;
CREATE POLICY confirmer ON employee_phones TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON employee_phones FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON employee_phones TO cashback_app;
GRANT SELECT ON employee_phones TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/idempotency_keys.sql
-- Policies and grants of idempotency_keys. An answer is never changed; old ones are deleted.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON idempotency_keys;
CREATE POLICY tenant ON idempotency_keys
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON idempotency_keys;
CREATE POLICY retention ON idempotency_keys TO cashback_retention USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS confirmer ON idempotency_keys;
CREATE POLICY confirmer ON idempotency_keys TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON idempotency_keys
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention,
    cashback_eraser;
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO cashback_app;
GRANT SELECT (merchant_id, request_id, created_at), DELETE ON idempotency_keys TO cashback_retention;
GRANT SELECT ON idempotency_keys TO cashback_eraser;
GRANT UPDATE (response, request_hash) ON idempotency_keys TO cashback_eraser;
GRANT SELECT, INSERT ON idempotency_keys TO cashback_confirmer;
COMMIT;

BEGIN;
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
  redemption_proof, redemption_proof_above_cents
) ON merchants TO cashback_confirmer;
GRANT SELECT (id) ON merchants TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/redemptions.sql
-- Policies and grants of redemptions. Redemptions are never deleted.
ALTER TABLE redemptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemptions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON redemptions;
CREATE POLICY tenant ON redemptions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON redemptions;
CREATE POLICY lookup ON redemptions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON redemptions;
CREATE POLICY confirmer ON redemptions TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON redemptions
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON redemptions TO cashback_app;
GRANT SELECT ON redemptions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON redemptions TO cashback_lookup;
GRANT SELECT, INSERT ON redemptions TO cashback_confirmer;
GRANT UPDATE (status, completed_at) ON redemptions TO cashback_confirmer;
GRANT SELECT ON redemptions TO cashback_eraser;
GRANT UPDATE (token_expires_at, canceled_at) ON redemptions TO cashback_eraser;
COMMIT;

BEGIN;
-- prisma/access/transactions.sql
-- Policies and grants of transactions. Purchases are never deleted.
ALTER TABLE transactions ENABLE ROW LEVEL SECURITY;
ALTER TABLE transactions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON transactions;
CREATE POLICY tenant ON transactions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON transactions;
CREATE POLICY lookup ON transactions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON transactions;
CREATE POLICY confirmer ON transactions TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON transactions
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT, UPDATE ON transactions TO cashback_app;
GRANT SELECT ON transactions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON transactions TO cashback_lookup;
GRANT SELECT, INSERT ON transactions TO cashback_confirmer;
GRANT UPDATE (qr_scanned, qr_scanned_at) ON transactions TO cashback_confirmer;
GRANT SELECT ON transactions TO cashback_eraser;
GRANT UPDATE (token_expires_at) ON transactions TO cashback_eraser;
COMMIT;

BEGIN;
-- prisma/functions/rollups/month_of.sql
-- Called by the functions of this folder and the SQL of api/src/reports/dashboard.sql.ts: the first day of
-- the month.
-- In the database because apply_rollup_changes needs it.
CREATE OR REPLACE FUNCTION month_of(p_day date) RETURNS date
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT date_trunc('month', p_day::timestamp)::date
$$;

REVOKE ALL ON FUNCTION month_of(date)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION month_of(date) TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/rollups/visits_of_customer.sql
-- Called by record_visits and record_changed_purchase: the days on which a customer bought, each with the
-- day before and the first of all. It can answer for the time before a change: p_without leaves one
-- purchase out, p_with counts one that is reversed by now, at p_with_cents.
-- In the database because the triggers need it.
CREATE OR REPLACE FUNCTION visits_of_customer(p_merchant_id uuid, p_customer_id uuid, p_without uuid,
  p_with uuid, p_with_cents bigint)
  RETURNS TABLE (day date, purchases bigint, cents bigint, previous_day date, first_day date)
LANGUAGE sql STABLE
AS $$
  SELECT d.day, d.purchases, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
  FROM (
    SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS purchases,
      sum(CASE
        WHEN t.id = p_with THEN p_with_cents ELSE t.amount_cents - t.reversed_amount_cents
      END)::bigint AS cents
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.customer_id = p_customer_id
      AND (t.status = 'completed' OR t.id = p_with) AND t.id IS DISTINCT FROM p_without
    GROUP BY 1
  ) d
  WINDOW w AS (ORDER BY d.day)
$$;

REVOKE ALL ON FUNCTION visits_of_customer(uuid, uuid, uuid, uuid, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION visits_of_customer(uuid, uuid, uuid, uuid, bigint)
  TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/rollups/record_visits.sql
-- Called by record_new_purchases, record_changed_purchase and the triggers of merges: takes all visits of a
-- customer out of the rollups (p_sign = -1) or puts them in (1). The last row says what the customer is
-- from then on; the newest counts.
-- In the database because the triggers need it.
CREATE OR REPLACE FUNCTION record_visits(p_sign integer, p_merchant_id uuid, p_customer_id uuid,
  p_without uuid DEFAULT NULL, p_with uuid DEFAULT NULL, p_with_cents bigint DEFAULT NULL) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, visits, previous_day, cohort_month, cohort_customers,
    cohort_cents)
  SELECT p_merchant_id, v.day, p_sign, coalesce(v.previous_day, '-infinity'), month_of(v.first_day),
    CASE WHEN month_of(v.previous_day) = month_of(v.day) THEN 0 ELSE p_sign END, p_sign * v.cents
  FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v;

  INSERT INTO rollup_changes (merchant_id, customer_id, customer_purchases, spent_cents, first_day, last_day)
  SELECT p_merchant_id, p_customer_id, p_sign * sum(v.purchases), p_sign * sum(v.cents),
    CASE WHEN p_sign = 1 THEN min(v.day) END, CASE WHEN p_sign = 1 THEN max(v.day) END
  FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v
  HAVING count(*) > 0;
END
$$;

REVOKE ALL ON FUNCTION record_visits(integer, uuid, uuid, uuid, uuid, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION record_visits(integer, uuid, uuid, uuid, uuid, bigint)
  TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/customers/fold_for_search.sql
-- Called by customer_search_text: turns 'José D''Ávila & Filhos' into 'jose davila filhos'.
-- api/src/customers/search-patterns.ts does the same to the words that are searched for.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION fold_for_search(p_text text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
AS $$
  SELECT btrim(regexp_replace(lower(
    replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(translate(coalesce(p_text, ''), E'''\u2018\u2019\u02bc`\u00b4', ''), NFKD),
      '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđı', 'OoLlDdi'), 'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'),
      'œ', 'oe')
  ), '[^a-z0-9]+', ' ', 'g'))
$$;

REVOKE ALL ON FUNCTION fold_for_search(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer,
    cashback_eraser;
GRANT EXECUTE ON FUNCTION fold_for_search(text) TO cashback_app, cashback_confirmer, cashback_eraser;

-- prisma/functions/customers/customer_search_text.sql
-- Called by keep_customer_search: the text by which a customer is found, ' jose davila filhos | jose exemplo
-- com br | 11987654321'. Every word has a space before it, and no pattern contains the bar, so no search
-- matches across two fields. Empty for a record that was merged into another or erased.
-- In the database because the trigger that fills customer_search needs it.
CREATE OR REPLACE FUNCTION customer_search_text(p_customer customers) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp
AS $$
  SELECT CASE
    WHEN p_customer.phone IS NOT NULL
    THEN ' ' || fold_for_search(p_customer.name) || ' | ' || fold_for_search(p_customer.email)
      || ' | ' || p_customer.phone
    ELSE ''
  END
$$;

REVOKE ALL ON FUNCTION customer_search_text(customers)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer,
    cashback_eraser;
GRANT EXECUTE ON FUNCTION customer_search_text(customers)
  TO cashback_app, cashback_confirmer, cashback_eraser;
COMMIT;

BEGIN;
-- prisma/functions/deliveries/announce_purchase.sql
-- Triggers of transactions: announce a purchase that is issued or confirmed. issue_cashback and
-- confirm_cashback announce theirs themselves. A call of the confirm_cashback before, which waited while the
-- migration ran, still needs announce_confirmed: the next release drops that trigger and its branch.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_purchase() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(NEW.merchant_id, NULL, 'cashback.issued', NEW.id, NEW.customer_id, NEW.created_at);
  ELSE
    PERFORM announce(NEW.merchant_id, 'purchase', 'cashback.confirmed', NEW.id, NEW.customer_id,
      NEW.qr_scanned_at);
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_purchase() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_issued AFTER INSERT ON transactions FOR EACH ROW
  WHEN (current_user <> 'cashback_confirmer')
  EXECUTE FUNCTION announce_purchase();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF qr_scanned ON transactions FOR EACH ROW
  WHEN (NEW.qr_scanned AND NOT OLD.qr_scanned AND current_user <> 'cashback_confirmer')
  EXECUTE FUNCTION announce_purchase();

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
  late record;
BEGIN
  IF (SELECT count(*) > 64 OR count(*) > count(DISTINCT (n.merchant_id, n.customer_id)) FROM new_rows n) THEN
    INSERT INTO rollup_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  END IF;

  FOR late IN
    WITH purchase AS MATERIALIZED (
      SELECT n.*, n.amount_cents - n.reversed_amount_cents AS net_revenue,
        n.cashback_cents - n.reversed_cashback_cents AS net_cashback, d.day, latest.day AS latest_day,
        first.day AS first_day, coalesce(latest.day > d.day, false) AS is_late
      FROM new_rows n
      JOIN merchants m ON m.id = n.merchant_id
      CROSS JOIN LATERAL (SELECT (n.created_at AT TIME ZONE m.time_zone)::date AS day) d
      LEFT JOIN LATERAL (
        SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day FROM transactions t
        WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
          AND t.id <> n.id
        ORDER BY t.created_at DESC LIMIT 1) latest ON true
      LEFT JOIN LATERAL (
        SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day FROM transactions t
        WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
        ORDER BY t.created_at LIMIT 1) first ON true
      WHERE n.status = 'completed'
    ), recorded AS (
      INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
        unconfirmed_purchases, unconfirmed_cents, visits, previous_day, cohort_month, cohort_customers,
        cohort_cents, customer_id, customer_purchases, spent_cents, first_day, last_day)
      SELECT p.merchant_id, p.day, p.employee_id, 1, p.net_revenue, p.net_cashback,
        CASE WHEN p.qr_scanned OR p.net_cashback = 0 THEN 0 ELSE 1 END,
        CASE WHEN p.qr_scanned THEN 0 ELSE p.net_cashback END,
        -- For a late purchase, record_visits below records the rest.
        CASE WHEN NOT p.is_late AND p.latest_day IS DISTINCT FROM p.day THEN 1 END,
        coalesce(p.latest_day, '-infinity'),
        CASE WHEN NOT p.is_late THEN month_of(p.first_day) END,
        CASE WHEN month_of(p.latest_day) = month_of(p.day) THEN 0 ELSE 1 END,
        p.net_revenue,
        CASE WHEN NOT p.is_late THEN p.customer_id END, 1, p.net_revenue, p.first_day, p.day
      FROM purchase p
    )
    SELECT p.merchant_id, p.customer_id, p.id FROM purchase p WHERE p.is_late
  LOOP
    PERFORM record_visits(-1, late.merchant_id, late.customer_id, p_without => late.id);
    PERFORM record_visits(1, late.merchant_id, late.customer_id);
  END LOOP;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_purchases() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_purchases AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_new_purchases();

-- prisma/functions/cashback/issue_cashback.sql
-- Called by api/src/cashback/new-purchases.sql.ts: records the purchases that arrived together, each once
-- for its request, with its customer, audit entry and stored answer.
-- p_lock_keys: 'merchant:request' of each purchase, by its number n from 1. p_merchants: the purchases of
-- each merchant. p_waits: for one purchase alone; it waits where another transaction holds its customer.
-- outcome: issued | repeated (with the stored answer) | conflict | in_flight | own_phone | doubted | terms
-- (the merchant's terms are no longer those the purchase was computed by; nothing was done) | again (its
-- customer is locked, or is in this batch already; nothing was done).
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
      known.is_known,
      row_number() OVER (PARTITION BY batch.merchant_id, i.phone ORDER BY i.n) > 1 AS is_second
    FROM jsonb_to_recordset(p_merchants) AS batch (merchant_id uuid, requests jsonb)
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object('rate_basis_points', m.rate_basis_points, 'signup_link_slug',
        m.signup_link_slug, 'custom_domain', m.custom_domain, 'custom_domain_status',
        m.custom_domain_status, 'has_tags', m.gtm_id IS NOT NULL OR m.meta_pixel_id IS NOT NULL)::text
        AS terms, m.rules_version
      FROM merchants m WHERE m.id = batch.merchant_id OFFSET 0) t
    CROSS JOIN LATERAL jsonb_to_recordset(batch.requests) AS i (n integer, request_id uuid,
      request_hash bytea, employee_id uuid, phone text, name text, terms text)
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
    FROM asked i WHERE i.known_id IS NULL AND i.same_at IS NULL AND i.usual_cents IS NULL
    ORDER BY i.merchant_id, i.phone
    ON CONFLICT (merchant_id, phone) DO NOTHING
    RETURNING merchant_id, id
  ), sold AS MATERIALIZED (
    SELECT i.*, coalesce(i.known_id, i.new_customer_id) AS customer_id,
      i.answer || jsonb_build_object('expiresAt',
        to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS whole_answer
    FROM asked i LEFT JOIN added c ON c.merchant_id = i.merchant_id AND c.id = i.new_customer_id
    WHERE i.same_at IS NULL AND i.usual_cents IS NULL AND (i.known_id IS NOT NULL OR c.id IS NOT NULL)
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
END
$$;

REVOKE ALL ON FUNCTION issue_cashback(text[], jsonb, integer, boolean)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION issue_cashback(text[], jsonb, integer, boolean) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION issue_cashback(text[], jsonb, integer, boolean) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/functions/deliveries/announce_redemption.sql
-- Triggers of redemptions: announce a redemption that was made or confirmed. create_redemption announces its
-- own itself.
-- A trigger, so that every path announces the same, in the transaction that causes the event.
CREATE OR REPLACE FUNCTION announce_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM announce(NEW.merchant_id, NULL, 'redemption.created', NEW.id, NEW.customer_id, NEW.created_at);
  ELSE
    PERFORM announce(NEW.merchant_id, 'redemption', 'redemption.confirmed', NEW.id, NEW.customer_id, now());
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION announce_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER announce_created AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'pending' AND current_user <> 'cashback_confirmer') EXECUTE FUNCTION announce_redemption();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF status ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed' AND OLD.status = 'pending') EXECUTE FUNCTION announce_redemption();

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
      request_hash bytea, employee_id uuid, customer_id uuid, phone text, amount_cents bigint, facts text)
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
END
$$;

REVOKE ALL ON FUNCTION create_redemption(text[], jsonb, integer, boolean)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION create_redemption(text[], jsonb, integer, boolean) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION create_redemption(text[], jsonb, integer, boolean) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;
COMMIT;
