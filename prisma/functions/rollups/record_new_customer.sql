-- Trigger of customers: records a registration for the rollups, in the merchant's day. A row's trigger,
-- because a statement's would run for every purchase, whose customer mostly exists.
-- A trigger, so that every path that adds a customer keeps the rollups right.
CREATE OR REPLACE FUNCTION record_new_customer() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, new_customers)
  SELECT m.id, (NEW.created_at AT TIME ZONE m.time_zone)::date, 1 FROM merchants m
    WHERE m.id = NEW.merchant_id;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_new_customer() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_new_customer AFTER INSERT ON customers FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL)
  EXECUTE FUNCTION record_new_customer();
