-- Called by record_new_purchases, record_changed_purchase and the triggers of merges: takes all visits of a
-- customer out of the rollups (p_sign = -1) or puts them in (1). The last row says what the customer is
-- from then on; the newest counts.
-- In the database because the triggers need it.
CREATE OR REPLACE FUNCTION record_visits(p_sign integer, p_merchant_id uuid, p_customer_id uuid,
  p_without uuid DEFAULT NULL, p_with uuid DEFAULT NULL, p_with_cents bigint DEFAULT NULL) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, visits, previous_day, cohort_month, cohort_customers,
    cohort_cents)
  SELECT p_merchant_id, v.day, p_sign, coalesce(v.previous_day, '-infinity'), month_of(v.first_day),
    CASE WHEN month_of(v.previous_day) = month_of(v.day) THEN 0 ELSE p_sign END, p_sign * v.cents
  FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v;

  INSERT INTO rollup_changes (merchant_id, customer_id, customer_purchases, spent_cents, first_day, last_day)
  SELECT p_merchant_id, p_customer_id, p_sign * sum(v.purchases), p_sign * sum(v.cents),
    CASE WHEN p_sign = 1 THEN min(v.day) END, CASE WHEN p_sign = 1 THEN max(v.day) END
  FROM visits_of_customer(p_merchant_id, p_customer_id, p_without, p_with, p_with_cents) v
  HAVING count(*) > 0;
END
$$;

REVOKE ALL ON FUNCTION record_visits(integer, uuid, uuid, uuid, uuid, bigint)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION record_visits(integer, uuid, uuid, uuid, uuid, bigint)
  TO cashback_app, cashback_worker, cashback_confirmer;
