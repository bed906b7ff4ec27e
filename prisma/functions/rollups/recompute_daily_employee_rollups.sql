-- Called by api/src/rollups/recomputed-rollups.sql.ts: daily_employee_rollups as computed from the
-- merchant's rows alone: purchases and redemptions of a day by employee. Rebuilding stores it, verifying
-- compares with it.
-- In the database so that rebuilding and verifying share one definition of daily_employee_rollups.
CREATE OR REPLACE FUNCTION recompute_daily_employee_rollups(p_merchant_id uuid)
  RETURNS SETOF daily_employee_rollups
LANGUAGE sql STABLE
AS $$
  SELECT p_merchant_id, day, employee_id, sum(purchases)::integer, sum(revenue)::bigint,
    sum(cashback)::bigint, sum(unconfirmed_purchases)::integer, sum(unconfirmed)::bigint,
    sum(redemptions)::integer, sum(redeemed)::bigint
  FROM (
    SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, t.employee_id, count(*) AS purchases,
      sum(t.amount_cents - t.reversed_amount_cents) AS revenue,
      sum(t.cashback_cents - t.reversed_cashback_cents) AS cashback,
      count(*) FILTER (WHERE NOT t.qr_scanned AND t.cashback_cents > t.reversed_cashback_cents)
        AS unconfirmed_purchases,
      coalesce(sum(t.cashback_cents - t.reversed_cashback_cents) FILTER (WHERE NOT t.qr_scanned), 0)
        AS unconfirmed,
      0 AS redemptions, 0 AS redeemed
    FROM transactions t JOIN merchants m ON m.id = t.merchant_id
    WHERE t.merchant_id = p_merchant_id AND t.status = 'completed'
    GROUP BY 1, 2
    UNION ALL
    SELECT (r.created_at AT TIME ZONE m.time_zone)::date, r.employee_id, 0, 0, 0, 0, 0, count(*),
      sum(r.amount_cents)
    FROM redemptions r JOIN merchants m ON m.id = r.merchant_id
    WHERE r.merchant_id = p_merchant_id AND r.status = 'completed'
    GROUP BY 1, 2
  ) done
  GROUP BY day, employee_id
$$;

REVOKE ALL ON FUNCTION recompute_daily_employee_rollups(uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION recompute_daily_employee_rollups(uuid) TO cashback_app, cashback_worker;
