-- Trigger of transactions: records a new purchase for the rollups, one row from three probes of one index.
-- The customer's row is locked by then, so no other purchase of the same customer is under way. A late
-- purchase, on a day before the customer's last, records all visits of the customer again. Many purchases in
-- one statement come from an import: the merchant's rollups are rebuilt before they are read again.
-- A trigger, so that every path that adds a purchase keeps the rollups right. It runs with the rights of that
-- path.
CREATE OR REPLACE FUNCTION note_new_sales() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  sale record;
  is_late boolean;
BEGIN
  SELECT n.*, count(*) OVER () AS sales_in_statement,
    n.amount_cents - n.reversed_amount_cents AS net_revenue,
    n.cashback_cents - n.reversed_cashback_cents AS net_cashback,
    (n.created_at AT TIME ZONE m.time_zone)::date AS day,
    (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
     WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
       AND t.id <> n.id
     ORDER BY t.created_at DESC LIMIT 1) AS latest_day,
    (SELECT (t.created_at AT TIME ZONE m.time_zone)::date FROM transactions t
     WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
     ORDER BY t.created_at LIMIT 1) AS first_day
  INTO sale FROM new_rows n JOIN merchants m ON m.id = n.merchant_id LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  ELSIF sale.sales_in_statement > 1 THEN
    INSERT INTO figure_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  ELSIF sale.status <> 'completed' THEN
    RETURN NULL;
  END IF;

  is_late := coalesce(sale.latest_day > sale.day, false);
  IF is_late THEN
    PERFORM note_visits(-1, sale.merchant_id, sale.customer_id, p_without => sale.id);
    PERFORM note_visits(1, sale.merchant_id, sale.customer_id);
  END IF;
  INSERT INTO figure_changes (merchant_id, day, employee_id, sales, revenue_cents, cashback_cents,
    unconfirmed_sales, unconfirmed_cents, visits, previous_day, cohort_month, cohort_customers, cohort_cents,
    customer_id, purchases, spent_cents, first_day, last_day)
  VALUES (sale.merchant_id, sale.day, sale.employee_id, 1, sale.net_revenue, sale.net_cashback,
    CASE WHEN sale.qr_scanned OR sale.net_cashback = 0 THEN 0 ELSE 1 END,
    CASE WHEN sale.qr_scanned THEN 0 ELSE sale.net_cashback END,
    -- For a late purchase, note_visits above has recorded the rest.
    CASE WHEN NOT is_late AND sale.latest_day IS DISTINCT FROM sale.day THEN 1 END,
    coalesce(sale.latest_day, '-infinity'),
    CASE WHEN NOT is_late THEN month_of(sale.first_day) END,
    CASE WHEN month_of(sale.latest_day) = month_of(sale.day) THEN 0 ELSE 1 END, sale.net_revenue,
    CASE WHEN NOT is_late THEN sale.customer_id END, 1, sale.net_revenue, sale.first_day, sale.day);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION note_new_sales() FROM PUBLIC;

CREATE OR REPLACE TRIGGER note_new_sales AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_sales();
