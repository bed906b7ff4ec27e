-- Notices to employees about their accounts, and the end of known devices with a new password.

-- Signed into the cookies of known devices: a higher one ends them.
ALTER TABLE employees ADD COLUMN device_generation integer NOT NULL DEFAULT 0;

-- Mails that tell an employee of a new device, a new password or a new e-mail. The token of 'Não fui eu' is
-- derived from the row's id with a key outside the database; only its SHA-256 is stored.
CREATE TABLE security_notices (
  merchant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id uuid NOT NULL,
  kind text NOT NULL,
  -- The address that the notice goes to. 'Não fui eu' makes it the employee's again.
  email text NOT NULL,
  token_hash bytea NOT NULL,
  ip text,
  user_agent text,
  created_at timestamptz(6) NOT NULL,
  -- Brought forward when an earlier notice is disowned.
  expires_at timestamptz(6) NOT NULL,
  used_at timestamptz(6),
  CONSTRAINT security_notices_pkey PRIMARY KEY (merchant_id, id),
  CONSTRAINT security_notices_employee_fkey FOREIGN KEY (merchant_id, employee_id)
    REFERENCES employees (merchant_id, id),
  CONSTRAINT security_notices_kind_known
    CHECK (kind IN ('new_device', 'password_changed', 'email_changed', 'email_set')),
  CONSTRAINT security_notices_email_lower CHECK (email = lower(email)),
  CONSTRAINT security_notices_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE UNIQUE INDEX security_notices_token_hash_key ON security_notices (token_hash, merchant_id);
CREATE INDEX security_notices_employee_idx ON security_notices (merchant_id, employee_id, created_at);
CREATE INDEX security_notices_expires_at_idx ON security_notices (expires_at);

-- It returns a column more; callers of the former release name theirs.
DROP FUNCTION lookup.login_by_email(text);

-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

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

REVOKE ALL ON employees FROM cashback_app, cashback_worker, cashback_lookup;
GRANT SELECT, INSERT, UPDATE ON employees TO cashback_app;
GRANT SELECT (merchant_id, id, name, email, role, is_active) ON employees TO cashback_worker;
GRANT SELECT (
  merchant_id, id, name, email, phone, password_hash, role, is_active, device_generation
) ON employees TO cashback_lookup;

-- prisma/access/security_notices.sql
-- Policies and grants of security_notices. The worker mails them.
ALTER TABLE security_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE security_notices FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON security_notices;
CREATE POLICY tenant ON security_notices
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS lookup ON security_notices;
CREATE POLICY lookup ON security_notices FOR SELECT TO cashback_lookup USING (true);
DROP POLICY IF EXISTS retention ON security_notices;
CREATE POLICY retention ON security_notices TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON security_notices FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT ON security_notices TO cashback_app;
GRANT UPDATE (expires_at, used_at) ON security_notices TO cashback_app;
GRANT SELECT ON security_notices TO cashback_worker;
GRANT SELECT (merchant_id, id, token_hash) ON security_notices TO cashback_lookup;
GRANT SELECT (merchant_id, id, expires_at), DELETE ON security_notices TO cashback_retention;

-- prisma/functions/auth/login_by_email.sql
-- Called by api/src/auth/auth.sql.ts: the employee that may log in with an e-mail, the password's hash, and
-- the generation of the cookies by which their devices are known.
-- An e-mail belongs to the employee that set a password under it, because every way to a first password
-- proves the address. An invited employee without a password has no login.
-- In the database because no tenant is known yet: it runs as cashback_lookup.
CREATE OR REPLACE FUNCTION lookup.login_by_email(p_email text)
  RETURNS TABLE (merchant_id uuid, employee_id uuid, password_hash text, device_generation integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT e.merchant_id, e.id, e.password_hash, e.device_generation
  FROM public.employees e JOIN public.merchants m ON m.id = e.merchant_id
  WHERE e.email = p_email AND e.is_active AND e.password_hash IS NOT NULL AND m.is_active
$$;

REVOKE ALL ON FUNCTION lookup.login_by_email(text)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.login_by_email(text)
  TO cashback_app, cashback_worker, cashback_lookup_caller;
ALTER FUNCTION lookup.login_by_email(text) OWNER TO cashback_lookup;

-- prisma/functions/auth/security_notice_by_token.sql
-- Called by api/src/auth/security-notices.sql.ts: the notice of a token that came by e-mail.
-- In the database because no tenant is known yet: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.security_notice_by_token(p_token_hash bytea)
  RETURNS TABLE (merchant_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT l.merchant_id, l.id FROM public.security_notices l WHERE l.token_hash = p_token_hash
$$;

REVOKE ALL ON FUNCTION lookup.security_notice_by_token(bytea)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.security_notice_by_token(bytea) TO cashback_app, cashback_lookup_caller;
ALTER FUNCTION lookup.security_notice_by_token(bytea) OWNER TO cashback_lookup;

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
  -- A caller chooses the days, not what everybody still needs.
  IF p_days < 30 AND p_what NOT IN ('email_links', 'customer_codes', 'customer_devices', 'provider_requests')
    OR p_days < 0 OR p_limit > 1000
  THEN
    RAISE EXCEPTION 'nothing goes after % days', p_days;
  END IF;
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
