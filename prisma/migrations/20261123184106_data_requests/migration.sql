-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

-- prisma/access/data_requests.sql
-- Policies and grants of data_requests. The worker adds whose phone it is, and mails the owners.
ALTER TABLE data_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE data_requests FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS tenant ON data_requests;
CREATE POLICY tenant ON data_requests
  USING (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid)
  WITH CHECK (merchant_id = nullif(current_setting('app.merchant_id', true), '')::uuid);
DROP POLICY IF EXISTS retention ON data_requests;
CREATE POLICY retention ON data_requests TO cashback_retention USING (true) WITH CHECK (true);

REVOKE ALL ON data_requests FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON data_requests TO cashback_app;
GRANT SELECT, UPDATE (customer_id) ON data_requests TO cashback_worker;
GRANT SELECT (merchant_id, id, closed_at), DELETE ON data_requests TO cashback_retention;

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
