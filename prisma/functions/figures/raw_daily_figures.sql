-- Called by api/src/figures/raw-figures.sql.ts: daily_figures as computed from the merchant's rows alone:
-- purchases, redemptions and registrations of a day. Rebuilding stores it, verifying compares with it.
-- In the database so that rebuilding and verifying share one definition of daily_figures.
CREATE OR REPLACE FUNCTION raw_daily_figures(p_merchant_id uuid) RETURNS SETOF daily_figures
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, day, sum(sales)::integer, sum(revenue_cents)::bigint, sum(cashback_cents)::bigint,
    sum(unconfirmed_sales)::integer, sum(unconfirmed_cents)::bigint, sum(redemptions)::integer,
    sum(redeemed_cents)::bigint, sum(new_customers)::integer
  FROM (
    SELECT day, sales, revenue_cents, cashback_cents, unconfirmed_sales, unconfirmed_cents, redemptions,
      redeemed_cents, 0 AS new_customers
    FROM raw_daily_employee_figures(p_merchant_id)
    UNION ALL
    SELECT (c.created_at AT TIME ZONE m.time_zone)::date, 0, 0, 0, 0, 0, 0, 0, count(*)
    FROM customers c JOIN merchants m ON m.id = c.merchant_id
    WHERE c.merchant_id = p_merchant_id AND c.merged_into_id IS NULL
    GROUP BY 1
  ) done
  GROUP BY day
$$;

REVOKE ALL ON FUNCTION raw_daily_figures(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION raw_daily_figures(uuid) TO cashback_app, cashback_worker;
