-- Called by api/src/rollups/recomputed-rollups.sql.ts: daily_rollups as computed from the merchant's rows
-- alone: purchases, redemptions and registrations of a day. Rebuilding stores it, verifying compares with
-- it.
-- In the database so that rebuilding and verifying share one definition of daily_rollups.
CREATE OR REPLACE FUNCTION recompute_daily_rollups(p_merchant_id uuid) RETURNS SETOF daily_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, day, sum(purchases)::integer, sum(revenue_cents)::bigint, sum(cashback_cents)::bigint,
    sum(unconfirmed_purchases)::integer, sum(unconfirmed_cents)::bigint, sum(redemptions)::integer,
    sum(redeemed_cents)::bigint, sum(new_customers)::integer
  FROM (
    SELECT day, purchases, revenue_cents, cashback_cents, unconfirmed_purchases, unconfirmed_cents,
      redemptions, redeemed_cents, 0 AS new_customers
    FROM recompute_daily_employee_rollups(p_merchant_id)
    UNION ALL
    SELECT (c.created_at AT TIME ZONE m.time_zone)::date, 0, 0, 0, 0, 0, 0, 0, count(*)
    FROM customers c JOIN merchants m ON m.id = c.merchant_id
    WHERE c.merchant_id = p_merchant_id AND c.merged_into_id IS NULL
    GROUP BY 1
  ) done
  GROUP BY day
$$;

REVOKE ALL ON FUNCTION recompute_daily_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_daily_rollups(uuid) TO cashback_app, cashback_worker;
