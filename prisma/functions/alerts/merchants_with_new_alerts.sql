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
