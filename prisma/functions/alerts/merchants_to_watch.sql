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
