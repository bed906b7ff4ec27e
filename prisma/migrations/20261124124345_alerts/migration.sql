-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/alert_progress.sql
-- Policies and grants of alert_progress. Only the job watch-movements writes it; the screen reads it.
ALTER TABLE alert_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_progress FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON alert_progress;
CREATE POLICY tenant ON alert_progress
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON alert_progress;
CREATE POLICY lookup ON alert_progress FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON alert_progress FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON alert_progress TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, watched_until, entry_id) ON alert_progress TO cashback_lookup;

-- prisma/access/alert_settings.sql
-- Policies and grants of alert_settings.
ALTER TABLE alert_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE alert_settings FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON alert_settings;
CREATE POLICY tenant ON alert_settings
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);

REVOKE ALL ON alert_settings FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON alert_settings TO cashback_app;
GRANT SELECT ON alert_settings TO cashback_worker;

-- prisma/access/alerts.sql
-- Policies and grants of alerts. The job writes them; owner and administrator close them.
ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE alerts FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON alerts;
CREATE POLICY tenant ON alerts
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON alerts;
CREATE POLICY retention ON alerts TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON alerts FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON alerts TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, id, found_at), DELETE ON alerts TO cashback_retention;

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
-- The network in which a purchase was recorded.
GRANT SELECT (merchant_id, entity_id, action, ip) ON audit_log TO cashback_worker;
GRANT SELECT (merchant_id, created_at, ip, user_agent, details), UPDATE (ip, user_agent, details)
  ON audit_log TO cashback_retention;
GRANT SELECT ON audit_log TO cashback_eraser;
GRANT UPDATE (details) ON audit_log TO cashback_eraser;
GRANT INSERT ON audit_log TO cashback_confirmer;

-- prisma/access/employee_devices.sql
-- Policies and grants of employee_devices. A sign-in writes them.
ALTER TABLE employee_devices ENABLE ROW LEVEL SECURITY;
ALTER TABLE employee_devices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON employee_devices;
CREATE POLICY tenant ON employee_devices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON employee_devices;
CREATE POLICY retention ON employee_devices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON employee_devices FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON employee_devices TO cashback_app;
GRANT SELECT ON employee_devices TO cashback_worker;
GRANT SELECT (merchant_id, employee_id, device_hash, seen_at), DELETE ON employee_devices TO cashback_retention;

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
GRANT SELECT ON employee_phones TO cashback_worker;
GRANT SELECT ON employee_phones TO cashback_confirmer;

-- prisma/access/ledger_entries.sql
-- Policies and grants of ledger_entries. The ledger only grows.
ALTER TABLE ledger_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE ledger_entries FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON ledger_entries;
CREATE POLICY tenant ON ledger_entries
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON ledger_entries;
CREATE POLICY lookup ON ledger_entries FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS confirmer ON ledger_entries;
CREATE POLICY confirmer ON ledger_entries TO cashback_confirmer USING (true) WITH CHECK (true);

REVOKE ALL ON ledger_entries
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_eraser;
GRANT SELECT, INSERT ON ledger_entries TO cashback_app;
GRANT SELECT, INSERT ON ledger_entries TO cashback_worker;
GRANT SELECT (merchant_id, id) ON ledger_entries TO cashback_lookup;
GRANT SELECT, INSERT ON ledger_entries TO cashback_confirmer;
GRANT SELECT ON ledger_entries TO cashback_eraser;
GRANT UPDATE (reason) ON ledger_entries TO cashback_eraser;

-- prisma/access/redemption_holds.sql
-- Policies and grants of redemption_holds. refuse_held_redemption reads them.
ALTER TABLE redemption_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE redemption_holds FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON redemption_holds;
CREATE POLICY tenant ON redemption_holds
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS confirmer ON redemption_holds;
CREATE POLICY confirmer ON redemption_holds TO cashback_confirmer USING (true) WITH CHECK (true);
DROP POLICY IF EXISTS retention ON redemption_holds;
CREATE POLICY retention ON redemption_holds TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON redemption_holds
  FROM cashback_app, cashback_worker, cashback_lookup, cashback_confirmer, cashback_retention, cashback_eraser;
GRANT SELECT, INSERT, DELETE ON redemption_holds TO cashback_app;
GRANT SELECT ON redemption_holds TO cashback_worker;
GRANT SELECT (merchant_id, customer_id) ON redemption_holds TO cashback_confirmer;
GRANT SELECT (merchant_id, alert_id) ON redemption_holds TO cashback_retention;
GRANT SELECT, DELETE ON redemption_holds TO cashback_eraser;

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
GRANT SELECT (merchant_id, id, customer_id, token_hash, created_at) ON transactions TO cashback_lookup;
GRANT SELECT, INSERT ON transactions TO cashback_confirmer;
GRANT UPDATE (qr_scanned, qr_scanned_at) ON transactions TO cashback_confirmer;
GRANT SELECT ON transactions TO cashback_eraser;
GRANT UPDATE (token_expires_at) ON transactions TO cashback_eraser;

-- prisma/functions/alerts/merchants_to_watch.sql
-- Called by api/src/alerts/alert-progress.sql.ts, by the job: merchants with purchases or ledger entries
-- since they were last watched, or that never were.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_to_watch(p_after uuid, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  LEFT JOIN public.alert_progress p ON p.merchant_id = m.id
  WHERE m.id > p_after
    AND (EXISTS (SELECT FROM public.transactions t
                 WHERE t.merchant_id = m.id AND t.created_at > coalesce(p.watched_until, '-infinity'))
      OR EXISTS (SELECT FROM public.ledger_entries e
                 WHERE e.merchant_id = m.id AND e.id > coalesce(p.entry_id, 0)))
  ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_to_watch(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_to_watch(uuid, integer) TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_to_watch(uuid, integer) OWNER TO cashback_lookup;

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
$$;

REVOKE ALL ON FUNCTION delete_traces(uuid, uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_traces(uuid, uuid[]) TO cashback_eraser;

-- prisma/functions/redemptions/refuse_held_redemption.sql
-- Triggers of redemptions: refuses to make or complete a redemption while the merchant's ledger does not add
-- up (RH001), or while an alert holds the customer (RH002). api/src/lib/database-errors.ts knows the codes.
-- A trigger, so that no path can redeem around the hold.
CREATE OR REPLACE FUNCTION refuse_held_redemption() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM operations.alarms a
             WHERE a.kind = 'redemptions_held' AND a.merchant_id = NEW.merchant_id AND a.ended_at IS NULL)
  THEN
    RAISE EXCEPTION 'redemptions of merchant % are held', NEW.merchant_id USING ERRCODE = 'RH001';
  END IF;
  IF EXISTS (SELECT FROM redemption_holds h
             WHERE h.merchant_id = NEW.merchant_id AND h.customer_id = NEW.customer_id)
  THEN
    RAISE EXCEPTION 'redemptions of customer % are held', NEW.customer_id USING ERRCODE = 'RH002';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION refuse_held_redemption() FROM PUBLIC;

CREATE OR REPLACE TRIGGER refuse_held_redemption BEFORE INSERT ON redemptions FOR EACH ROW
  EXECUTE FUNCTION refuse_held_redemption();
CREATE OR REPLACE TRIGGER refuse_held_completion BEFORE UPDATE ON redemptions FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'completed')
  EXECUTE FUNCTION refuse_held_redemption();

-- prisma/functions/retention/delete_outlived.sql
-- Called by api/src/retention/retention.sql.ts: deletes or empties at most p_limit of the rows that are older
-- than they are kept, the oldest first. Returns their number, of the audit log that of the entries read:
-- fewer than p_limit once none is left.
-- In the database because it serves all merchants in one statement; it runs as cashback_retention, which may
-- do nothing else.
CREATE OR REPLACE FUNCTION delete_outlived(p_what text, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER
-- A plan for any limit may read whole tables.
SET search_path = public, pg_temp SET jit = off SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  -- As in packages/domain/src/retention.ts. Here, so that no caller deletes what is still needed.
  days CONSTANT integer := CASE p_what
    WHEN 'email_links' THEN 0
    WHEN 'customer_codes' THEN 0
    WHEN 'customer_devices' THEN 0
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
  -- A row may change between its reading and its deletion, so the time is compared twice.
  IF p_what = 'email_links' THEN
    DELETE FROM email_links t USING (
      SELECT o.merchant_id, o.id FROM email_links o WHERE o.expires_at < outlived
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
