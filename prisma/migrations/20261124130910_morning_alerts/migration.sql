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
GRANT SELECT (merchant_id, watched_until, entry_id, mailed_day) ON alert_progress TO cashback_lookup;

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
DROP POLICY IF EXISTS lookup ON alerts;
CREATE POLICY lookup ON alerts FOR SELECT TO cashback_lookup USING (true);

REVOKE ALL ON alerts FROM cashback_app, cashback_worker, cashback_lookup, cashback_retention;
GRANT SELECT, INSERT, UPDATE ON alerts TO cashback_app, cashback_worker;
GRANT SELECT (merchant_id, state, mailed_at) ON alerts TO cashback_lookup;
GRANT SELECT (merchant_id, id, found_at), DELETE ON alerts TO cashback_retention;

-- prisma/functions/alerts/merchants_with_new_alerts.sql
-- Called by api/src/alerts/announce-alerts.sql.ts, by the job: merchants with an open alert that no mail has
-- told of, where it is past the hour of the morning and none was mailed today.
-- In the database because it reads all merchants: it runs as cashback_lookup and returns ids only.
CREATE OR REPLACE FUNCTION lookup.merchants_with_new_alerts(p_now timestamptz, p_hour integer, p_after uuid,
  p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.id FROM public.merchants m
  LEFT JOIN public.alert_progress p ON p.merchant_id = m.id
  CROSS JOIN LATERAL (SELECT p_now AT TIME ZONE m.time_zone AS now) here
  WHERE m.id > p_after AND m.is_active
    AND EXISTS (SELECT FROM public.alerts a
                WHERE a.merchant_id = m.id AND a.state = 'open' AND a.mailed_at IS NULL)
    AND extract(hour FROM here.now) >= p_hour
    AND coalesce(p.mailed_day, '-infinity') < here.now::date
  ORDER BY m.id LIMIT p_limit
$$;

REVOKE ALL ON FUNCTION lookup.merchants_with_new_alerts(timestamptz, integer, uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION lookup.merchants_with_new_alerts(timestamptz, integer, uuid, integer)
  TO cashback_app, cashback_worker;
ALTER FUNCTION lookup.merchants_with_new_alerts(timestamptz, integer, uuid, integer) OWNER TO cashback_lookup;
