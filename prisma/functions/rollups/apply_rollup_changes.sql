-- Called by open_rollups and api/src/rollups/recomputed-rollups.sql.ts: applies the merchant's oldest
-- recorded changes, p_limit at most, to the rollups and returns how many. One statement has one snapshot: a
-- change that it does not see stays recorded. The caller holds the merchant's lock, see lock_rollups.
-- In the database so that the changes are applied without a round trip for each table.
CREATE OR REPLACE FUNCTION apply_rollup_changes(p_merchant_id uuid, p_limit integer) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  applied integer;
BEGIN
  PERFORM assert_tenant(p_merchant_id);
  WITH taken AS (
    DELETE FROM rollup_changes c
    WHERE c.merchant_id = p_merchant_id AND c.id = ANY (ARRAY(
      SELECT o.id FROM rollup_changes o WHERE o.merchant_id = p_merchant_id ORDER BY o.id LIMIT p_limit))
    RETURNING c.*
  ), days AS (
    INSERT INTO daily_rollups AS f (merchant_id, day, purchases, revenue_cents, cashback_cents,
      unconfirmed_purchases, unconfirmed_cents, redemptions, redeemed_cents, new_customers)
    SELECT p_merchant_id, day, coalesce(sum(purchases), 0), coalesce(sum(revenue_cents), 0),
      coalesce(sum(cashback_cents), 0), coalesce(sum(unconfirmed_purchases), 0),
      coalesce(sum(unconfirmed_cents), 0), coalesce(sum(redemptions), 0), coalesce(sum(redeemed_cents), 0),
      coalesce(sum(new_customers), 0)
    FROM taken
    WHERE day IS NOT NULL AND num_nonnulls(purchases, unconfirmed_purchases, redemptions, new_customers) > 0
    GROUP BY day ORDER BY day
    ON CONFLICT (merchant_id, day) DO UPDATE SET
      purchases = f.purchases + excluded.purchases, revenue_cents = f.revenue_cents + excluded.revenue_cents,
      cashback_cents = f.cashback_cents + excluded.cashback_cents,
      unconfirmed_purchases = f.unconfirmed_purchases + excluded.unconfirmed_purchases,
      unconfirmed_cents = f.unconfirmed_cents + excluded.unconfirmed_cents,
      redemptions = f.redemptions + excluded.redemptions,
      redeemed_cents = f.redeemed_cents + excluded.redeemed_cents,
      new_customers = f.new_customers + excluded.new_customers
  ), employees AS (
    INSERT INTO daily_employee_rollups AS f (merchant_id, day, employee_id, purchases, revenue_cents,
      cashback_cents, unconfirmed_purchases, unconfirmed_cents, redemptions, redeemed_cents)
    SELECT p_merchant_id, day, employee_id, coalesce(sum(purchases), 0), coalesce(sum(revenue_cents), 0),
      coalesce(sum(cashback_cents), 0), coalesce(sum(unconfirmed_purchases), 0),
      coalesce(sum(unconfirmed_cents), 0), coalesce(sum(redemptions), 0), coalesce(sum(redeemed_cents), 0)
    FROM taken
    WHERE employee_id IS NOT NULL
    GROUP BY day, employee_id ORDER BY day, employee_id
    ON CONFLICT (merchant_id, day, employee_id) DO UPDATE SET
      purchases = f.purchases + excluded.purchases, revenue_cents = f.revenue_cents + excluded.revenue_cents,
      cashback_cents = f.cashback_cents + excluded.cashback_cents,
      unconfirmed_purchases = f.unconfirmed_purchases + excluded.unconfirmed_purchases,
      unconfirmed_cents = f.unconfirmed_cents + excluded.unconfirmed_cents,
      redemptions = f.redemptions + excluded.redemptions,
      redeemed_cents = f.redeemed_cents + excluded.redeemed_cents
  ), visits_taken AS (
    SELECT day, previous_day, sum(visits) AS visits FROM taken
    WHERE visits IS NOT NULL GROUP BY day, previous_day
  ), visits AS (
    INSERT INTO visit_rollups AS f (merchant_id, day, previous_day, visits)
    SELECT p_merchant_id, day, previous_day, visits FROM visits_taken
    WHERE visits <> 0 ORDER BY day, previous_day
    ON CONFLICT (merchant_id, day, previous_day) DO UPDATE SET visits = f.visits + excluded.visits
  ), visit_months AS (
    INSERT INTO visit_month_rollups AS f (merchant_id, day, previous_month, visits)
    SELECT p_merchant_id, day, month_of(previous_day), sum(visits) FROM visits_taken
    GROUP BY day, month_of(previous_day)
    HAVING sum(visits) <> 0 ORDER BY 2, 3
    ON CONFLICT (merchant_id, day, previous_month) DO UPDATE SET visits = f.visits + excluded.visits
  ), cohorts AS (
    INSERT INTO cohort_rollups AS f (merchant_id, cohort_month, month, customers, spent_cents)
    SELECT p_merchant_id, cohort_month, month_of(day), sum(cohort_customers), sum(cohort_cents)
    FROM taken WHERE cohort_month IS NOT NULL GROUP BY cohort_month, month_of(day)
    HAVING sum(cohort_customers) <> 0 OR sum(cohort_cents) <> 0 ORDER BY 2, 3
    ON CONFLICT (merchant_id, cohort_month, month) DO UPDATE SET
      customers = f.customers + excluded.customers, spent_cents = f.spent_cents + excluded.spent_cents
  ), lots AS (
    INSERT INTO lot_rollups AS f (merchant_id, available_at, expires_at, remaining_cents, expired_cents)
    SELECT p_merchant_id, available_at, expires_at, sum(remaining_cents), sum(expired_cents)
    FROM taken WHERE expires_at IS NOT NULL GROUP BY available_at, expires_at
    HAVING sum(remaining_cents) <> 0 OR sum(expired_cents) <> 0 ORDER BY expires_at, available_at
    ON CONFLICT (merchant_id, expires_at, available_at) DO UPDATE SET
      remaining_cents = f.remaining_cents + excluded.remaining_cents,
      expired_cents = f.expired_cents + excluded.expired_cents
  ), changed_customers AS (
    -- Each change of a customer was made under the lock of its row, so the newest id has the current days.
    SELECT customer_id, sum(customer_purchases) AS purchases, sum(spent_cents) AS spent_cents,
      (array_agg(first_day ORDER BY id DESC))[1] AS first_day,
      (array_agg(last_day ORDER BY id DESC))[1] AS last_day
    FROM taken WHERE customer_id IS NOT NULL GROUP BY customer_id
  ), customers_before AS (
    SELECT c.* FROM customer_rollups c
    WHERE c.merchant_id = p_merchant_id AND c.customer_id = ANY (
      ARRAY(SELECT customer_id FROM changed_customers))
  ), customers_after AS (
    INSERT INTO customer_rollups AS f (merchant_id, customer_id, first_day, last_day, purchases, spent_cents)
    SELECT p_merchant_id, customer_id, first_day, last_day, purchases, spent_cents
    FROM changed_customers ORDER BY customer_id
    ON CONFLICT (merchant_id, customer_id) DO UPDATE SET
      first_day = excluded.first_day, last_day = excluded.last_day,
      purchases = f.purchases + excluded.purchases, spent_cents = f.spent_cents + excluded.spent_cents
    RETURNING f.*
  ), segments AS (
    INSERT INTO segment_rollups AS f (merchant_id, edge, day, frequency_class, value_class, customers,
      spent_cents)
    SELECT p_merchant_id, edge.name, edge.day, frequency_class(c.purchases), value_class(c.spent_cents),
      sum(c.sign), sum(c.sign * c.spent_cents)
    FROM (SELECT -1 AS sign, b.* FROM customers_before b UNION ALL SELECT 1, a.* FROM customers_after a) c,
      LATERAL (VALUES ('first', c.first_day), ('last', c.last_day)) AS edge (name, day)
    WHERE edge.day IS NOT NULL
    GROUP BY 2, 3, 4, 5
    HAVING sum(c.sign) <> 0 OR sum(c.sign * c.spent_cents) <> 0 ORDER BY 2, 3, 4, 5
    ON CONFLICT (merchant_id, edge, day, frequency_class, value_class) DO UPDATE SET
      customers = f.customers + excluded.customers, spent_cents = f.spent_cents + excluded.spent_cents
  )
  SELECT count(*) INTO applied FROM taken;
  RETURN applied;
END
$$;

REVOKE ALL ON FUNCTION apply_rollup_changes(uuid, integer)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION apply_rollup_changes(uuid, integer) TO cashback_app, cashback_worker;
