-- Trigger of transactions: records new purchases for the rollups, each one row from three probes of one
-- index. The customer's row is locked by then, so no other purchase of the same customer is under way. A
-- late purchase, on a day before the customer's last, records all visits of the customer again. A batch of
-- purchases has at most 64 purchases and each customer once (issue_cashback); more in one statement come from
-- an import: the merchant's rollups are rebuilt before they are read again.
-- A trigger, so that every path that adds a purchase keeps the rollups right. It runs with the rights of
-- that path.
CREATE OR REPLACE FUNCTION record_new_purchases() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  purchase record;
  is_late boolean;
BEGIN
  IF (SELECT count(*) > 64 OR count(*) > count(DISTINCT n.customer_id) FROM new_rows n) THEN
    INSERT INTO rollup_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  END IF;

  FOR purchase IN
    SELECT n.*, n.amount_cents - n.reversed_amount_cents AS net_revenue,
      n.cashback_cents - n.reversed_cashback_cents AS net_cashback,
      (n.created_at AT TIME ZONE m.time_zone)::date AS day,
      (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
       WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
         AND t.id <> n.id
       ORDER BY t.created_at DESC LIMIT 1) AS latest_day,
      (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
       WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
       ORDER BY t.created_at LIMIT 1) AS first_day
    FROM new_rows n JOIN merchants m ON m.id = n.merchant_id
    WHERE n.status = 'completed'
  LOOP
    is_late := coalesce(purchase.latest_day > purchase.day, false);
    IF is_late THEN
      PERFORM record_visits(-1, purchase.merchant_id, purchase.customer_id, p_without => purchase.id);
      PERFORM record_visits(1, purchase.merchant_id, purchase.customer_id);
    END IF;
    INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
      unconfirmed_purchases, unconfirmed_cents, visits, previous_day, cohort_month, cohort_customers,
      cohort_cents, customer_id, customer_purchases, spent_cents, first_day, last_day)
    VALUES (purchase.merchant_id, purchase.day, purchase.employee_id, 1, purchase.net_revenue,
      purchase.net_cashback,
      CASE WHEN purchase.qr_scanned OR purchase.net_cashback = 0 THEN 0 ELSE 1 END,
      CASE WHEN purchase.qr_scanned THEN 0 ELSE purchase.net_cashback END,
      -- For a late purchase, record_visits above has recorded the rest.
      CASE WHEN NOT is_late AND purchase.latest_day IS DISTINCT FROM purchase.day THEN 1 END,
      coalesce(purchase.latest_day, '-infinity'),
      CASE WHEN NOT is_late THEN month_of(purchase.first_day) END,
      CASE WHEN month_of(purchase.latest_day) = month_of(purchase.day) THEN 0 ELSE 1 END,
      purchase.net_revenue,
      CASE WHEN NOT is_late THEN purchase.customer_id END, 1, purchase.net_revenue, purchase.first_day,
      purchase.day);
  END LOOP;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_purchases() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_purchases AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_new_purchases();
