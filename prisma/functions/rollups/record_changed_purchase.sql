-- Trigger of transactions: records for the rollups that a purchase was reversed, as a whole or in part. Its
-- amounts at the confirmation are recorded with the credit. A trigger, so that every path that reverses keeps
-- the rollups right.
CREATE OR REPLACE FUNCTION record_changed_purchase() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  zone text;
  before_count integer := (OLD.status = 'completed')::integer;
  after_count integer := (NEW.status = 'completed')::integer;
  before_revenue bigint := before_count * (OLD.amount_cents - OLD.reversed_amount_cents);
  after_revenue bigint := after_count * (NEW.amount_cents - NEW.reversed_amount_cents);
  before_cashback bigint := before_count * (OLD.cashback_cents - OLD.reversed_cashback_cents);
  after_cashback bigint := after_count * (NEW.cashback_cents - NEW.reversed_cashback_cents);
  is_open boolean := NOT NEW.qr_scanned;
BEGIN
  SELECT m.time_zone INTO zone FROM merchants m WHERE m.id = NEW.merchant_id;
  INSERT INTO rollup_changes (merchant_id, day, employee_id, purchases, revenue_cents, cashback_cents,
    unconfirmed_purchases, unconfirmed_cents)
  VALUES (NEW.merchant_id, (NEW.created_at AT TIME ZONE zone)::date, NEW.employee_id,
    after_count - before_count, after_revenue - before_revenue, after_cashback - before_cashback,
    CASE WHEN is_open THEN (after_cashback > 0)::integer - (before_cashback > 0)::integer ELSE 0 END,
    CASE WHEN is_open THEN after_cashback - before_cashback ELSE 0 END);

  IF before_count = after_count THEN
    INSERT INTO rollup_changes (merchant_id, day, cohort_month, cohort_customers, cohort_cents,
      customer_id, customer_purchases, spent_cents, first_day, last_day)
    SELECT NEW.merchant_id, (NEW.created_at AT TIME ZONE zone)::date, month_of(min(v.day)), 0,
      after_revenue - before_revenue, NEW.customer_id, 0, after_revenue - before_revenue, min(v.day),
      max(v.day)
    FROM visits_of_customer(NEW.merchant_id, NEW.customer_id, NULL, NULL, NULL) v
    HAVING count(*) > 0;
  ELSIF after_count = 0 THEN
    PERFORM record_visits(-1, NEW.merchant_id, NEW.customer_id, p_with => NEW.id,
      p_with_cents => before_revenue);
    PERFORM record_visits(1, NEW.merchant_id, NEW.customer_id);
  ELSE
    PERFORM record_visits(-1, NEW.merchant_id, NEW.customer_id, p_without => NEW.id);
    PERFORM record_visits(1, NEW.merchant_id, NEW.customer_id);
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_changed_purchase() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_changed_purchase AFTER UPDATE ON transactions FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.reversed_amount_cents <> NEW.reversed_amount_cents)
  EXECUTE FUNCTION record_changed_purchase();
