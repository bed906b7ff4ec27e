-- Its caller chose the days.
DROP FUNCTION delete_outlived(text, integer, integer);

-- Copied from the files that each part names.
SET LOCAL check_function_bodies = off;

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
    WHEN 'audit_addresses' THEN 184
    WHEN 'audit_details' THEN 731
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
