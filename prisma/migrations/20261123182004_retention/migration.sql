-- Each table's policies are changed in a transaction of their own: purchases in progress lock the same tables
-- in another order. All of it can be executed again, so a run that was cut short is repeated as a whole.
-- Copied from the files that each part names.

BEGIN;
-- prisma/access/audit_log.sql
-- Policies and grants of audit_log. The audit log only grows.
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON audit_log;
CREATE POLICY tenant ON audit_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON audit_log;
CREATE POLICY retention ON audit_log TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON audit_log FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT ON audit_log TO cashback_app;
GRANT INSERT ON audit_log TO cashback_worker;
GRANT SELECT (merchant_id, created_at, ip, user_agent, details), UPDATE (ip, user_agent, details)
  ON audit_log TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/confirmation_traces.sql
-- Policies and grants of confirmation_traces. Traces are deleted after a while.
ALTER TABLE confirmation_traces ENABLE ROW LEVEL SECURITY;
ALTER TABLE confirmation_traces FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON confirmation_traces;
CREATE POLICY tenant ON confirmation_traces
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON confirmation_traces;
CREATE POLICY lookup ON confirmation_traces FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON confirmation_traces;
CREATE POLICY confirmer ON confirmation_traces TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON confirmation_traces;
CREATE POLICY retention ON confirmation_traces TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON confirmation_traces
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention;
GRANT SELECT, INSERT, DELETE ON confirmation_traces TO cashback_app;
GRANT SELECT, DELETE ON confirmation_traces TO cashback_worker;
GRANT SELECT (merchant_id, source_id, confirmed_at) ON confirmation_traces TO cashback_lookup;
GRANT INSERT ON confirmation_traces TO cashback_confirmer;
GRANT SELECT (merchant_id, source_id, confirmed_at), DELETE ON confirmation_traces TO cashback_retention;
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
DROP POLICY IF EXISTS retention ON deliveries;
CREATE POLICY retention ON deliveries TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON deliveries
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_app;
GRANT SELECT, INSERT, UPDATE ON deliveries TO cashback_worker;
GRANT SELECT (merchant_id, id, state, next_attempt_at) ON deliveries TO cashback_lookup;
GRANT INSERT ON deliveries TO cashback_confirmer;
GRANT SELECT (merchant_id, id, finished_at, body, last_error), UPDATE (body, last_error)
  ON deliveries TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/email_links.sql
-- Policies and grants of email_links. The worker may not read the form of a sign-up, which holds
-- a password's hash.
ALTER TABLE email_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_links FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON email_links;
CREATE POLICY tenant ON email_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON email_links;
CREATE POLICY lookup ON email_links FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON email_links;
CREATE POLICY retention ON email_links TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON email_links FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON email_links TO cashback_app;
GRANT DELETE ON email_links TO cashback_worker;
GRANT SELECT (merchant_id, id, email, token_hash, employee_id, expires_at) ON email_links TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash, expires_at) ON email_links TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON email_links TO cashback_retention;
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

REVOKE ALL ON idempotency_keys FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, DELETE ON idempotency_keys TO cashback_app;
GRANT SELECT (merchant_id, request_id, created_at), DELETE ON idempotency_keys TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/integration_sync_log.sql
-- Policies and grants of integration_sync_log. The log only grows; employees may mark an entry as
-- sent again.
ALTER TABLE integration_sync_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE integration_sync_log FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON integration_sync_log;
CREATE POLICY tenant ON integration_sync_log
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON integration_sync_log;
CREATE POLICY retention ON integration_sync_log TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON integration_sync_log FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_app;
GRANT UPDATE (retried_at) ON integration_sync_log TO cashback_app;
GRANT SELECT, INSERT ON integration_sync_log TO cashback_worker;
GRANT SELECT (merchant_id, id, created_at), DELETE ON integration_sync_log TO cashback_retention;
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
  mask_contacts, hide_reports
) ON merchants TO cashback_lookup;
GRANT SELECT (
  id, name, time_zone, signup_link_slug, logo_url, brand_color, cashback_available_immediately,
  cashback_maturing_days, cashback_expires, cashback_expiration_days
) ON merchants TO cashback_confirmer;
GRANT SELECT (id) ON merchants TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/password_links.sql
-- Policies and grants of password_links. The worker makes the link that a reset mails.
ALTER TABLE password_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE password_links FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON password_links;
CREATE POLICY tenant ON password_links
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON password_links;
CREATE POLICY lookup ON password_links FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON password_links;
CREATE POLICY retention ON password_links TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON password_links FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON password_links TO cashback_app;
GRANT SELECT, INSERT ON password_links TO cashback_worker;
GRANT UPDATE (expires_at) ON password_links TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash) ON password_links TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON password_links TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/provider_requests.sql
-- Policies and grants of provider_requests. Deleted once they are old.
ALTER TABLE provider_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE provider_requests FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON provider_requests;
CREATE POLICY tenant ON provider_requests
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON provider_requests;
CREATE POLICY lookup ON provider_requests FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON provider_requests;
CREATE POLICY retention ON provider_requests TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON provider_requests FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON provider_requests TO cashback_app;
GRANT SELECT, UPDATE, DELETE ON provider_requests TO cashback_worker;
GRANT SELECT (merchant_id, id, created_at) ON provider_requests TO cashback_lookup;
GRANT SELECT (merchant_id, id, created_at), DELETE ON provider_requests TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/retention_progress.sql
-- Grants of operations.retention_progress. Only delete_outlived uses it.
REVOKE ALL ON operations.retention_progress
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON operations.retention_progress TO cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/schemas.sql
-- Which roles may use which schema. cashback_lookup may create in lookup: it owns the functions there.
REVOKE ALL ON SCHEMA public, lookup, operations
  FROM cashback_app, cashback_worker, cashback_lookup_caller, cashback_lookup, cashback_confirmer,
    cashback_retention;
GRANT USAGE ON SCHEMA public
  TO cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention;
GRANT USAGE ON SCHEMA lookup TO cashback_app, cashback_worker, cashback_lookup_caller;
GRANT USAGE, CREATE ON SCHEMA lookup TO cashback_lookup;
GRANT USAGE ON SCHEMA operations TO cashback_app, cashback_worker, cashback_confirmer, cashback_retention;
COMMIT;

BEGIN;
-- prisma/access/sessions.sql
-- Policies and grants of sessions. The worker has no part in sessions.
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON sessions;
CREATE POLICY tenant ON sessions
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON sessions;
CREATE POLICY lookup ON sessions FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON sessions;
CREATE POLICY retention ON sessions TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON sessions FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO cashback_app;
GRANT SELECT (merchant_id, id, employee_id, created_at, expires_at) ON sessions TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON sessions TO cashback_retention;
COMMIT;

BEGIN;
SET LOCAL check_function_bodies = off;
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
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer,
    cashback_retention;
GRANT EXECUTE ON FUNCTION money_now()
  TO cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer, cashback_retention;
COMMIT;

BEGIN;
SET LOCAL check_function_bodies = off;
-- prisma/functions/retention/delete_outlived.sql
-- Called by api/src/retention/retention.sql.ts: deletes or empties at most p_limit of the rows that are older
-- than they are kept, the oldest first. Returns their number: fewer than p_limit once none is left.
-- In the database because it serves all merchants in one statement; it runs as cashback_retention, which may
-- do nothing else.
CREATE OR REPLACE FUNCTION delete_outlived(p_what text, p_days integer, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET jit = off
AS $$
DECLARE
  outlived timestamptz := money_now() - make_interval(days => p_days);
  since timestamptz;
  slice_end timestamptz;
  changed integer := 0;
  changed_now integer;
BEGIN
  -- A row may change between its reading and its deletion, so the time is compared twice.
  IF p_what = 'email_links' THEN
    DELETE FROM email_links t USING (
      SELECT o.merchant_id, o.id FROM email_links o WHERE o.expires_at < outlived
      ORDER BY o.expires_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id AND t.expires_at < outlived;
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
  ELSIF p_what = 'delivery_payloads' THEN
    UPDATE deliveries t SET body = NULL, last_error = NULL
    FROM (
      SELECT d.merchant_id, d.id FROM deliveries d
      WHERE d.finished_at < outlived AND (d.body IS NOT NULL OR d.last_error IS NOT NULL)
      ORDER BY d.finished_at LIMIT p_limit
    ) old
    WHERE t.merchant_id = old.merchant_id AND t.id = old.id;
  ELSIF p_what IN ('audit_addresses', 'audit_details') THEN
    -- Each purchase writes to this table, so its one index by time alone is a BRIN. The stored progress keeps
    -- a run from reading what an earlier one emptied.
    SELECT p.emptied_until INTO since FROM operations.retention_progress p WHERE p.what = p_what FOR UPDATE;
    IF since IS NULL THEN
      SELECT coalesce(min(first.created_at), outlived) INTO since
      FROM merchants m CROSS JOIN LATERAL (
        SELECT a.created_at FROM audit_log a WHERE a.merchant_id = m.id ORDER BY a.created_at LIMIT 1
      ) first;
    END IF;
    WHILE since < outlived AND changed < p_limit LOOP
      slice_end := least(since + interval '15 minutes', outlived);
      IF p_what = 'audit_addresses' THEN
        UPDATE audit_log SET ip = NULL, user_agent = NULL
        WHERE created_at >= since AND created_at < slice_end AND (ip IS NOT NULL OR user_agent IS NOT NULL);
      ELSE
        UPDATE audit_log SET details = '{}'
        WHERE created_at >= since AND created_at < slice_end AND details <> '{}';
      END IF;
      GET DIAGNOSTICS changed_now = ROW_COUNT;
      changed := changed + changed_now;
      since := slice_end;
    END LOOP;
    INSERT INTO operations.retention_progress (what, emptied_until) VALUES (p_what, since)
    ON CONFLICT (what) DO UPDATE SET emptied_until = excluded.emptied_until;
    RETURN changed;
  ELSE
    RAISE EXCEPTION 'nothing is kept under the name %', p_what;
  END IF;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END
$$;

REVOKE ALL ON FUNCTION delete_outlived(text, integer, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_outlived(text, integer, integer) TO cashback_worker, cashback_app;
-- Needed for the change of owner only.
GRANT CREATE ON SCHEMA public TO cashback_retention;
ALTER FUNCTION delete_outlived(text, integer, integer) OWNER TO cashback_retention;
REVOKE CREATE ON SCHEMA public FROM cashback_retention;
COMMIT;
