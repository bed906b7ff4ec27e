-- The figures as the rows they count say they should be, computed from nothing else: what building them anew stores, and what
-- verifying them compares with. Each has the columns of its table and names no day, customer or lot of which nothing is left.

CREATE FUNCTION raw_visits(p_merchant_id uuid)
  RETURNS TABLE (customer_id uuid, day date, sales bigint, cents bigint, previous_day date, first_day date)
  LANGUAGE sql STABLE
  AS $$
    SELECT d.customer_id, d.day, d.sales, d.cents, lag(d.day) OVER w, first_value(d.day) OVER w
    FROM (
      SELECT t.customer_id, (t.created_at AT TIME ZONE m.time_zone)::date AS day, count(*) AS sales,
        sum(t.amount_cents - t.reversed_amount_cents)::bigint AS cents
      FROM transactions t JOIN merchants m ON m.id = t.merchant_id
      WHERE t.merchant_id = p_merchant_id AND t.status = 'completed'
      GROUP BY 1, 2
    ) d
    WINDOW w AS (PARTITION BY d.customer_id ORDER BY d.day)
  $$;

CREATE FUNCTION raw_daily_employee_figures(p_merchant_id uuid) RETURNS SETOF daily_employee_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, day, employee_id, sum(sales)::integer, sum(revenue)::bigint, sum(cashback)::bigint,
      sum(unconfirmed_sales)::integer, sum(unconfirmed)::bigint, sum(redemptions)::integer, sum(redeemed)::bigint
    FROM (
      SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day, t.employee_id, count(*) AS sales,
        sum(t.amount_cents - t.reversed_amount_cents) AS revenue, sum(t.cashback_cents - t.reversed_cashback_cents) AS cashback,
        count(*) FILTER (WHERE NOT t.qr_scanned AND t.cashback_cents > t.reversed_cashback_cents) AS unconfirmed_sales,
        coalesce(sum(t.cashback_cents - t.reversed_cashback_cents) FILTER (WHERE NOT t.qr_scanned), 0) AS unconfirmed,
        0 AS redemptions, 0 AS redeemed
      FROM transactions t JOIN merchants m ON m.id = t.merchant_id
      WHERE t.merchant_id = p_merchant_id AND t.status = 'completed'
      GROUP BY 1, 2
      UNION ALL
      SELECT (r.created_at AT TIME ZONE m.time_zone)::date, r.employee_id, 0, 0, 0, 0, 0, count(*), sum(r.amount_cents)
      FROM redemptions r JOIN merchants m ON m.id = r.merchant_id
      WHERE r.merchant_id = p_merchant_id AND r.status = 'completed'
      GROUP BY 1, 2
    ) done
    GROUP BY day, employee_id
  $$;

CREATE FUNCTION raw_daily_figures(p_merchant_id uuid) RETURNS SETOF daily_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, day, sum(sales)::integer, sum(revenue_cents)::bigint, sum(cashback_cents)::bigint,
      sum(unconfirmed_sales)::integer, sum(unconfirmed_cents)::bigint, sum(redemptions)::integer, sum(redeemed_cents)::bigint,
      sum(new_customers)::integer
    FROM (
      SELECT day, sales, revenue_cents, cashback_cents, unconfirmed_sales, unconfirmed_cents, redemptions, redeemed_cents, 0 AS new_customers
      FROM raw_daily_employee_figures(p_merchant_id)
      UNION ALL
      SELECT (c.created_at AT TIME ZONE m.time_zone)::date, 0, 0, 0, 0, 0, 0, 0, count(*)
      FROM customers c JOIN merchants m ON m.id = c.merchant_id
      WHERE c.merchant_id = p_merchant_id AND c.merged_into_id IS NULL
      GROUP BY 1
    ) done
    GROUP BY day
  $$;

CREATE FUNCTION raw_visit_figures(p_merchant_id uuid) RETURNS SETOF visit_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, v.day, coalesce(v.previous_day, '-infinity'), count(*)::integer
    FROM raw_visits(p_merchant_id) v GROUP BY 2, 3
  $$;

CREATE FUNCTION raw_visit_month_figures(p_merchant_id uuid) RETURNS SETOF visit_month_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, v.day, month_of(coalesce(v.previous_day, '-infinity')), count(*)::integer
    FROM raw_visits(p_merchant_id) v GROUP BY 2, 3
  $$;

CREATE FUNCTION raw_cohort_figures(p_merchant_id uuid) RETURNS SETOF cohort_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, month_of(v.first_day), month_of(v.day), count(DISTINCT v.customer_id)::integer, sum(v.cents)::bigint
    FROM raw_visits(p_merchant_id) v GROUP BY 2, 3
  $$;

CREATE FUNCTION raw_customer_figures(p_merchant_id uuid) RETURNS SETOF customer_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, v.customer_id, min(v.day), max(v.day), sum(v.sales)::integer, sum(v.cents)::bigint
    FROM raw_visits(p_merchant_id) v GROUP BY 2
  $$;

CREATE FUNCTION raw_segment_figures(p_merchant_id uuid) RETURNS SETOF segment_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents), count(*)::integer,
      sum(c.spent_cents)::bigint
    FROM raw_customer_figures(p_merchant_id) c, LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
    GROUP BY 2, 3, 4, 5
  $$;

CREATE FUNCTION raw_lot_figures(p_merchant_id uuid) RETURNS SETOF lot_figures
  LANGUAGE sql STABLE
  AS $$
    SELECT p_merchant_id, CASE WHEN l.maturing_days = 0 THEN '-infinity' ELSE l.available_at END, coalesce(l.expires_at, 'infinity'),
      sum(l.remaining_cents)::bigint, sum(coalesce(e.expired_cents, 0))::bigint
    FROM cashback_lots l
    LEFT JOIN (SELECT lot_id, -sum(amount_cents) AS expired_cents FROM ledger_entries
               WHERE merchant_id = p_merchant_id AND kind = 'expiry' GROUP BY lot_id) e ON e.lot_id = l.id
    WHERE l.merchant_id = p_merchant_id
    GROUP BY 2, 3 HAVING sum(l.remaining_cents) <> 0 OR sum(coalesce(e.expired_cents, 0)) <> 0
  $$;

REVOKE ALL ON FUNCTION raw_visits, raw_daily_employee_figures, raw_daily_figures, raw_visit_figures, raw_visit_month_figures,
  raw_cohort_figures, raw_customer_figures, raw_segment_figures, raw_lot_figures FROM PUBLIC;
GRANT EXECUTE ON FUNCTION raw_visits, raw_daily_employee_figures, raw_daily_figures, raw_visit_figures, raw_visit_month_figures,
  raw_cohort_figures, raw_customer_figures, raw_segment_figures, raw_lot_figures TO cashback_app;
