-- cashback_confirmer: owns the functions that confirm, and no process connects as it. Its policies let one
-- statement write several merchants' rows.
--
-- Each table's policies are changed in a transaction of their own: purchases in progress lock the same tables
-- in another order. All of it can be executed again, so a run that was cut short is repeated as a whole.
BEGIN;
DO $$
BEGIN
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cashback_confirmer') THEN
      CREATE ROLE cashback_confirmer NOLOGIN NOSUPERUSER NOBYPASSRLS;
    END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL; -- another database of the same server made it at the same moment
  END;
  -- Only a login that may become the new owner hands a function over to it, and the login that makes a role
  -- may not by that alone.
  BEGIN
    EXECUTE format('GRANT cashback_confirmer TO %I', current_user);
  EXCEPTION WHEN insufficient_privilege THEN
    NULL; -- a member already, or the change of owner below says what is missing
  END;
  -- As packages/database/src/install-job-queue.ts does: a confirmation enqueues its deliveries, also before
  -- that ran again.
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL
    AND NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'graphile_worker' AND policyname = 'confirmer')
  THEN
    GRANT USAGE ON SCHEMA graphile_worker TO cashback_confirmer;
    GRANT SELECT ON graphile_worker._private_tasks TO cashback_confirmer;
    GRANT INSERT ON graphile_worker._private_jobs TO cashback_confirmer;
    CREATE POLICY confirmer ON graphile_worker._private_tasks FOR SELECT TO cashback_confirmer USING (true);
    CREATE POLICY confirmer ON graphile_worker._private_jobs FOR INSERT TO cashback_confirmer WITH CHECK (true);
  END IF;
END
$$;
COMMIT;

-- Copied from the files that each part names.

BEGIN;
-- prisma/access/alarms.sql
-- Grants of operations.alarms. Alarms are ended, never deleted.
REVOKE ALL ON operations.alarms FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON operations.alarms TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.alarms TO cashback_worker;
GRANT SELECT ON operations.alarms TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/cashback_lots.sql
-- Policies and grants of cashback_lots. The worker empties lots that expire.
ALTER TABLE cashback_lots ENABLE ROW LEVEL SECURITY;
ALTER TABLE cashback_lots FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON cashback_lots;
CREATE POLICY tenant ON cashback_lots
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON cashback_lots;
CREATE POLICY confirmer ON cashback_lots TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON cashback_lots FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON cashback_lots TO cashback_app;
GRANT SELECT ON cashback_lots TO cashback_worker;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_worker;
GRANT SELECT, INSERT ON cashback_lots TO cashback_confirmer;
GRANT UPDATE (remaining_cents) ON cashback_lots TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/clock_corrections.sql
-- Grants of operations.clock_corrections.
REVOKE ALL ON operations.clock_corrections
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON operations.clock_corrections TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON operations.clock_corrections TO cashback_worker;
GRANT SELECT ON operations.clock_corrections TO cashback_confirmer;
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

REVOKE ALL ON customers FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON customers TO cashback_app;
GRANT SELECT ON customers TO cashback_worker;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at
) ON customers TO cashback_worker;
GRANT SELECT (merchant_id, id, phone, balance_changes_at) ON customers TO cashback_lookup;
GRANT SELECT ON customers TO cashback_confirmer;
GRANT UPDATE (
  cashback_balance_cents, available_cents, balance_as_of, balance_changes_at, total_cashback_cents
) ON customers TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/deliveries.sql
-- Policies and grants of deliveries.
ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON deliveries;
CREATE POLICY tenant ON deliveries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON deliveries;
CREATE POLICY lookup ON deliveries FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON deliveries;
CREATE POLICY confirmer ON deliveries TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON deliveries FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_worker;
GRANT SELECT (merchant_id, id, state, next_attempt_at) ON deliveries TO cashback_lookup;
GRANT INSERT ON deliveries TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/integration_configs.sql
-- Policies and grants of integration_configs. The worker writes when it synchronized last and how
-- often.
ALTER TABLE integration_configs ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_configs FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON integration_configs;
CREATE POLICY tenant ON integration_configs
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON integration_configs;
CREATE POLICY confirmer ON integration_configs TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON integration_configs FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON integration_configs TO cashback_app;
GRANT SELECT ON integration_configs TO cashback_worker;
GRANT UPDATE (last_sync_at, sync_count) ON integration_configs TO cashback_worker;
GRANT SELECT (
  merchant_id, id, is_active, sync_on_signup, sync_on_purchase, sync_on_redemption
) ON integration_configs TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/ledger_entries.sql
-- Policies and grants of ledger_entries. The ledger only grows.
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON ledger_entries;
CREATE POLICY tenant ON ledger_entries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON ledger_entries;
CREATE POLICY confirmer ON ledger_entries TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON ledger_entries FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON ledger_entries TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries TO cashback_worker;
GRANT SELECT, INSERT ON ledger_entries TO cashback_confirmer;
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

REVOKE ALL ON merchants FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON merchants TO cashback_app;
GRANT SELECT ON merchants TO cashback_worker;
GRANT UPDATE (
  custom_domain_status, custom_domain_checked_at, custom_domain_finding, custom_domain_missing_since,
  custom_domain_warned_at
) ON merchants TO cashback_worker;
GRANT SELECT (
  id, name, rate_basis_points, program_name, time_zone, custom_domain, custom_domain_status,
  custom_domain_checked_at, signup_link_slug, logo_url, brand_color, is_active, hosts_changed_at,
  mask_contacts, hide_reports
) ON merchants TO cashback_lookup;
GRANT SELECT (
  id, name, time_zone, signup_link_slug, logo_url, brand_color, cashback_available_immediately,
  cashback_maturing_days, cashback_expires, cashback_expiration_days
) ON merchants TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/purchase_reversals.sql
-- Policies and grants of purchase_reversals. A reversal stays as it happened; a shortfall may be
-- recovered later, and a merge moves it.
ALTER TABLE purchase_reversals ENABLE ROW LEVEL SECURITY;
ALTER TABLE purchase_reversals FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON purchase_reversals;
CREATE POLICY tenant ON purchase_reversals
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON purchase_reversals;
CREATE POLICY confirmer ON purchase_reversals TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON purchase_reversals FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT ON purchase_reversals TO cashback_app;
GRANT UPDATE (customer_id, recovered_cents) ON purchase_reversals TO cashback_app;
GRANT SELECT ON purchase_reversals TO cashback_worker;
GRANT SELECT ON purchase_reversals TO cashback_confirmer;
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

REVOKE ALL ON redemptions FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON redemptions TO cashback_app;
GRANT SELECT ON redemptions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON redemptions TO cashback_lookup;
GRANT SELECT ON redemptions TO cashback_confirmer;
GRANT UPDATE (status, completed_at) ON redemptions TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/rollup_changes.sql
-- Policies and grants of rollup_changes. Recorded by triggers, deleted when they are applied. The
-- job looks for merchants with changes.
ALTER TABLE rollup_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE rollup_changes FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON rollup_changes;
CREATE POLICY tenant ON rollup_changes
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON rollup_changes;
CREATE POLICY lookup ON rollup_changes FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON rollup_changes;
CREATE POLICY confirmer ON rollup_changes TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON rollup_changes FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, DELETE ON rollup_changes TO cashback_app;
GRANT SELECT, INSERT, DELETE ON rollup_changes TO cashback_worker;
GRANT SELECT (merchant_id) ON rollup_changes TO cashback_lookup;
GRANT INSERT ON rollup_changes TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/schemas.sql
-- Which roles may use which schema. cashback_lookup may create in lookup: it owns the functions there.
REVOKE ALL ON SCHEMA public, lookup, operations
  FROM cashback_app, cashback_worker, cashback_lookup_caller, cashback_lookup, cashback_confirmer;
GRANT USAGE ON SCHEMA public TO cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT USAGE ON SCHEMA lookup TO cashback_app, cashback_worker, cashback_lookup_caller;
GRANT USAGE, CREATE ON SCHEMA lookup TO cashback_lookup;
GRANT USAGE ON SCHEMA operations TO cashback_app, cashback_worker, cashback_confirmer;
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

REVOKE ALL ON transactions FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON transactions TO cashback_app;
GRANT SELECT ON transactions TO cashback_worker;
GRANT SELECT (merchant_id, id, customer_id, token_hash) ON transactions TO cashback_lookup;
GRANT SELECT ON transactions TO cashback_confirmer;
GRANT UPDATE (qr_scanned, qr_scanned_at) ON transactions TO cashback_confirmer;
COMMIT;

BEGIN;
-- prisma/access/webhook_endpoints.sql
-- Policies and grants of webhook_endpoints. The worker turns an endpoint off that answers 410.
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON webhook_endpoints;
CREATE POLICY tenant ON webhook_endpoints
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON webhook_endpoints;
CREATE POLICY confirmer ON webhook_endpoints TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON webhook_endpoints FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO cashback_app;
GRANT SELECT ON webhook_endpoints TO cashback_worker;
GRANT UPDATE (is_active) ON webhook_endpoints TO cashback_worker;
GRANT SELECT (merchant_id, id, is_active, events) ON webhook_endpoints TO cashback_confirmer;
COMMIT;

BEGIN;
SET LOCAL check_function_bodies = off;

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
        m.signup_link_slug, m.logo_url, m.brand_color, m.time_zone, c.phone, c.cashback_balance_cents,
        c.available_cents, terms.*,
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
        rate_basis_points, maturing_days, expiration_days, available_at, expires_at, created_at)
      SELECT k.merchant_id, k.id, k.customer_id, k.id, k.credit_cents, k.credit_cents, k.rate_basis_points,
        k.maturing_days, k.expiration_days, k.available_at, k.expires_at, k.as_of
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

-- prisma/functions/deliveries/announce.sql
-- Called by the announce_… triggers and api/src/customers/customers.sql.ts: a delivery for each integration
-- and webhook that wants the event. p_action is the integrations' name of the event, p_event the webhooks';
-- null if they have none. The first hundred of a transaction are due at once, the rest at twenty a second,
-- because an import announces thousands.
-- In the database because the triggers need it. Without receivers it costs two probes of an index.
CREATE OR REPLACE FUNCTION announce(p_merchant_id uuid, p_action text, p_event text, p_subject_id uuid,
  p_customer_id uuid, p_at timestamptz)
  RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  made integer;
  announced integer;
BEGIN
  INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
    customer_id, next_attempt_at, occurred_at)
  SELECT p_merchant_id, gen_random_uuid(), receiver.integration_config_id, receiver.webhook_endpoint_id,
    receiver.event, p_subject_id, p_customer_id,
    clock_timestamp()
      + greatest(0, coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) - 100)
      * interval '50 milliseconds',
    p_at
  FROM receivers_of(p_merchant_id, p_action, p_event) receiver;
  GET DIAGNOSTICS made = ROW_COUNT;
  IF made > 0 THEN
    announced := coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) + made;
    PERFORM set_config('app.announced', announced::text, true);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  TO cashback_app, cashback_confirmer;

-- prisma/functions/deliveries/announce_purchase.sql
-- Triggers of transactions: announces an issued purchase. confirm_cashback announces those it confirms. A
-- call of the function before it, which waited while the migration ran, still needs announce_confirmed: the
-- next release drops that trigger and its branch.
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
  EXECUTE FUNCTION announce_purchase();
CREATE OR REPLACE TRIGGER announce_confirmed AFTER UPDATE OF qr_scanned ON transactions FOR EACH ROW
  WHEN (NEW.qr_scanned AND NOT OLD.qr_scanned AND current_user <> 'cashback_confirmer')
  EXECUTE FUNCTION announce_purchase();

-- prisma/functions/deliveries/enqueue_deliveries.sql
-- Trigger of deliveries: one job for each new delivery, by one statement for all. See enqueue_delivery. Most
-- confirmations make no delivery; they end before the queue's tables are opened.
-- A trigger, so that no path that makes a delivery can forget its job.
CREATE OR REPLACE FUNCTION enqueue_deliveries() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM made d WHERE d.state = 'waiting') THEN
    RETURN NULL;
  END IF;
  INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
  SELECT t.id, json_build_object('merchantId', d.merchant_id, 'deliveryId', d.id), d.next_attempt_at, 25,
    CASE WHEN d.bulk_sync_id IS NOT NULL THEN 10 ELSE 0 END
  FROM graphile_worker._private_tasks t, made d
  WHERE t.identifier = 'deliver' AND d.state = 'waiting';
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION enqueue_deliveries() FROM PUBLIC;

CREATE OR REPLACE TRIGGER enqueue_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_deliveries();

-- prisma/functions/deliveries/receivers_of.sql
-- Called by announce and confirm_cashback: the merchant's integrations and webhooks that want an event.
-- p_action is the integrations' name of the event, p_event the webhooks'; null if they have none.
-- In the database because both need it.
CREATE OR REPLACE FUNCTION receivers_of(p_merchant_id uuid, p_action text, p_event text)
  RETURNS TABLE (integration_config_id uuid, webhook_endpoint_id uuid, event text)
LANGUAGE sql STABLE
AS $$
  SELECT i.id, NULL::uuid, p_action
  FROM integration_configs i
  WHERE p_action IS NOT NULL AND i.merchant_id = p_merchant_id AND i.is_active
    AND CASE p_action WHEN 'signup' THEN i.sync_on_signup WHEN 'purchase' THEN i.sync_on_purchase
      WHEN 'redemption' THEN i.sync_on_redemption ELSE false END
  UNION ALL
  SELECT NULL, w.id, p_event FROM webhook_endpoints w
  WHERE p_event IS NOT NULL AND w.merchant_id = p_merchant_id AND w.is_active AND p_event = ANY (w.events)
$$;

REVOKE ALL ON FUNCTION receivers_of(uuid, text, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION receivers_of(uuid, text, text) TO cashback_app, cashback_confirmer;

-- prisma/functions/ledger/lot_available_at.sql
-- Called by confirm_cashback and api/src/customers/customer-ledger.sql.ts: when a credit of p_now can be
-- spent: at once, or at the start of the merchant's day p_maturing_days later.
-- In the database because confirm_cashback needs it.
CREATE OR REPLACE FUNCTION lot_available_at(p_now timestamptz, p_maturing_days integer, p_time_zone text)
  RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT CASE
    WHEN p_maturing_days = 0 THEN p_now
    ELSE ((p_now AT TIME ZONE p_time_zone)::date + p_maturing_days)::timestamp AT TIME ZONE p_time_zone
  END
$$;

REVOKE ALL ON FUNCTION lot_available_at(timestamptz, integer, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION lot_available_at(timestamptz, integer, text)
  TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/ledger/lot_expires_at.sql
-- Called by confirm_cashback, api/src/customers/customer-ledger.sql.ts, api/src/ledger/account.sql.ts and
-- api/src/ledger/opening-balances.sql.ts: when a lot stops counting: at the end of the merchant's day
-- p_expiration_days after it became available.
-- In the database because confirm_cashback needs it.
CREATE OR REPLACE FUNCTION lot_expires_at(p_available_at timestamptz, p_expiration_days integer,
  p_time_zone text) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT ((p_available_at AT TIME ZONE p_time_zone)::date + p_expiration_days + 1)::timestamp
    AT TIME ZONE p_time_zone
$$;

REVOKE ALL ON FUNCTION lot_expires_at(timestamptz, integer, text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION lot_expires_at(timestamptz, integer, text)
  TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/ledger/money_now.sql
-- Called by api/src/tenant.ts, the SQL of sessions, links, jobs and the ledger, and the functions of this
-- folder: the "now" of everything that moves money or limits a right in time.
-- In the database because processes' clocks differ and the database's is one. app.now replaces it for members
-- of cashback_test_clock and is ignored for any other login.
CREATE OR REPLACE FUNCTION money_now() RETURNS timestamptz
LANGUAGE sql VOLATILE
AS $$
  SELECT CASE
    WHEN coalesce(current_setting('app.now', true), '') <> ''
      AND pg_has_role(session_user, 'cashback_test_clock', 'MEMBER')
    THEN current_setting('app.now')::timestamptz
    ELSE clock_timestamp()
  END
$$;

REVOKE ALL ON FUNCTION money_now()
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION money_now()
  TO cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;

-- prisma/functions/ledger/open_lots_summary.sql
-- Called by settle_customer and the SQL that reads a balance (customers, integrations, ledger, redemptions):
-- the sum of a customer's open lots at p_now, and when time alone next changes it.
-- In the database because settle_customer needs it.
CREATE OR REPLACE FUNCTION open_lots_summary(p_merchant_id uuid, p_customer_id uuid, p_now timestamptz,
  OUT available_cents bigint, OUT balance_cents bigint, OUT changes_at timestamptz)
LANGUAGE sql STABLE
AS $$
  SELECT coalesce(sum(remaining_cents) FILTER (WHERE available_at <= p_now), 0)::bigint,
         coalesce(sum(remaining_cents), 0)::bigint,
         min(least(CASE WHEN available_at > p_now THEN available_at END, expires_at))
  FROM cashback_lots
  WHERE merchant_id = p_merchant_id
    AND (CASE WHEN remaining_cents > 0 THEN customer_id END) = p_customer_id
    AND (expires_at IS NULL OR expires_at > p_now)
$$;

REVOKE ALL ON FUNCTION open_lots_summary(uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION open_lots_summary(uuid, uuid, timestamptz)
  TO cashback_app, cashback_worker, cashback_confirmer;

-- prisma/functions/ledger/settle_customer.sql
-- Called by confirm_cashback, confirm_redemption, api/src/ledger/account.sql.ts,
-- api/src/ledger/settle-due-customers.sql.ts and api/src/ledger/undo-expiry.sql.ts: locks the customer and
-- brings the row up to now, read after the lock. Expired lots get their ledger row, the cached balances are
-- derived from the lots again. Cheap when no lot matured or expired since the last time. The caller's "now"
-- is the returned balance_as_of: a customer's time never runs backwards, even when the database's clock was
-- set back.
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

-- prisma/functions/redemptions/confirm_redemption.sql
-- Called by api/src/redemptions/redemptions.sql.ts: debits each confirmed redemption once, from the lots that
-- expire first, then the oldest, then by id; lots that never expire come last.
-- outcome: confirmed | repeated | insufficient | unknown. confirmed_at: of a repeat only.
-- In the database for the same reasons as confirm_cashback, and of the same shape.
CREATE OR REPLACE FUNCTION confirm_redemption(p_token_hashes bytea[], p_host_merchant_ids uuid[])
  RETURNS TABLE (
    ordinal integer, outcome text, merchant_id uuid, redemption_id uuid, merchant_name text,
    signup_link_slug text, logo_url text, brand_color text, phone text, amount_cents bigint,
    available_cents bigint, confirmed_at timestamptz, answered_at timestamptz
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
          WHEN r.status <> 'pending' OR r.token_expires_at <= moment OR r.canceled_at IS NOT NULL
            THEN 'unknown'
          WHEN c.available_cents < r.amount_cents THEN 'insufficient'
          ELSE 'confirmed'
        END AS outcome
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
      CASE WHEN i.outcome = 'repeated' THEN i.completed_at END, moment
    FROM item i;
  END LOOP;

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
    NULL::bigint, NULL::timestamptz, moment
  FROM generate_subscripts(p_token_hashes, 1) AS u (ordinal)
  WHERE (u.ordinal = ANY (locked.ordinals)) IS NOT TRUE;
END
$$;

REVOKE ALL ON FUNCTION confirm_redemption(bytea[], uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION confirm_redemption(bytea[], uuid[]) TO cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_confirmer;
ALTER FUNCTION confirm_redemption(bytea[], uuid[]) OWNER TO cashback_confirmer;
REVOKE CREATE ON SCHEMA public FROM cashback_confirmer;

COMMIT;
