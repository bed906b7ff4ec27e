-- Called by record_visits and record_changed_purchase: the days on which a customer bought, each with the
-- day before and the first of all. It can answer for the time before a change: p_without leaves one
-- purchase out, p_with counts one that is reversed by now, at p_with_cents.
-- In the database because the triggers need it.
CREATE OR REPLACE FUNCTION visits_of_customer(p_merchant_id uuid, p_customer_id uuid, p_without uuid,
  p_with uuid, p_with_cents bigint)
  RETURNS TABLE (day date, purchases bigint, cents bigint, previous_day date, first_day date)
LANGUAGE sql STABLE
AS $$
  SELECT d.day, d.purchases, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
  FROM (
    SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS purchases,
      sum(CASE
        WHEN t.id = p_with THEN p_with_cents ELSE t.amount_cents - t.reversed_amount_cents
      END)::bigint AS cents
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.customer_id = p_customer_id
      AND (t.status = 'completed' OR t.id = p_with) AND t.id IS DISTINCT FROM p_without
    GROUP BY 1
  ) d
  WINDOW w AS (ORDER BY d.day)
$$;

REVOKE ALL ON FUNCTION visits_of_customer(uuid, uuid, uuid, uuid, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION visits_of_customer(uuid, uuid, uuid, uuid, bigint)
  TO cashback_app, cashback_worker, cashback_confirmer;
