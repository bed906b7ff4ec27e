-- Called by the other recompute_… functions: the days on which each customer bought, each with the day
-- before and the first of all.
-- In the database because they need it.
CREATE OR REPLACE FUNCTION recompute_visits(p_merchant_id uuid)
  RETURNS TABLE (customer_id uuid, day date, purchases bigint, cents bigint, previous_day date,
    first_day date)
LANGUAGE sql STABLE
AS $$
  SELECT d.customer_id, d.day, d.purchases, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
  FROM (
    SELECT t.customer_id, (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS purchases,
      sum(t.amount_cents - t.reversed_amount_cents)::bigint AS cents
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.status = 'completed'
    GROUP BY 1, 2
  ) d
  WINDOW w AS (PARTITION BY d.customer_id ORDER BY d.day)
$$;

REVOKE ALL ON FUNCTION recompute_visits(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_visits(uuid) TO cashback_app, cashback_worker;
