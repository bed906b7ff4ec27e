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
  late record;
BEGIN
  IF (SELECT count(*) > 64 OR count(*) > count(DISTINCT (n.merchant_id, n.customer_id)) FROM new_rows n) THEN
    INSERT INTO rollup_states (merchant_id) SELECT DISTINCT n.merchant_id FROM new_rows n
    ON CONFLICT (merchant_id) DO UPDATE SET built_at = NULL;
    RETURN NULL;
  END IF;

  FOR late IN
    WITH purchase AS MATERIALIZED (
      SELECT n.*, n.amount_cents - n.reversed_amount_cents AS net_revenue,
        n.cashback_cents - n.reversed_cashback_cents AS net_cashback, d.day, latest.day AS latest_day,
        first.day AS first_day, coalesce(latest.day > d.day, false) AS is_late
      FROM new_rows n
      JOIN merchants m ON m.id = n.merchant_id
      CROSS JOIN LATERAL (SELECT (n.created_at AT TIME ZONE m.time_zone)::date AS day) d
      LEFT JOIN LATERAL (
        SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day FROM transactions t
        WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
          AND t.id <> n.id
        ORDER BY t.created_at DESC LIMIT 1) latest ON true
      LEFT JOIN LATERAL (
        SELECT (t.created_at AT TIME ZONE m.time_zone)::date AS day FROM transactions t
        WHERE t.merchant_id = n.merchant_id AND t.customer_id = n.customer_id AND t.status = 'completed'
        ORDER BY t.created_at LIMIT 1) first ON true
      WHERE n.status = 'completed'
    ), recorded AS (
      INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
        unconfirmed_purchases, unconfirmed_cents, visits, previous_day, cohort_month, cohort_customers,
        cohort_cents, customer_id, customer_purchases, spent_cents, first_day, last_day)
      SELECT p.merchant_id, p.day, p.employee_id, 1, p.net_revenue, p.net_cashback,
        CASE WHEN p.qr_scanned OR p.net_cashback = 0 THEN 0 ELSE 1 END,
        CASE WHEN p.qr_scanned THEN 0 ELSE p.net_cashback END,
        -- For a late purchase, record_visits below records the rest.
        CASE WHEN NOT p.is_late AND p.latest_day IS DISTINCT FROM p.day THEN 1 END,
        coalesce(p.latest_day, '-infinity'),
        CASE WHEN NOT p.is_late THEN month_of(p.first_day) END,
        CASE WHEN month_of(p.latest_day) = month_of(p.day) THEN 0 ELSE 1 END,
        p.net_revenue,
        CASE WHEN NOT p.is_late THEN p.customer_id END, 1, p.net_revenue, p.first_day, p.day
      FROM purchase p
    )
    SELECT p.merchant_id, p.customer_id, p.id FROM purchase p WHERE p.is_late
  LOOP
    PERFORM record_visits(-1, late.merchant_id, late.customer_id, p_without => late.id);
    PERFORM record_visits(1, late.merchant_id, late.customer_id);
  END LOOP;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_purchases() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_purchases AFTER INSERT ON transactions REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION record_new_purchases();
