-- Trigger of customers: a merged record is no longer a customer, and the other takes the earlier
-- registration date.
-- A trigger, so that every path that changes either keeps the rollups right.
CREATE OR REPLACE FUNCTION record_changed_registration() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO rollup_changes (merchant_id, day, new_customers)
  SELECT m.id, (moved.created_at AT TIME ZONE m.time_zone)::date, moved.customers
  FROM merchants m, (VALUES (OLD.created_at, OLD.merged_into_id, -1), (NEW.created_at, NEW.merged_into_id, 1))
    AS moved (created_at, merged_into_id, customers)
  WHERE m.id = NEW.merchant_id AND moved.merged_into_id IS NULL;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_changed_registration() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_changed_registration AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.created_at <> NEW.created_at OR OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id)
  EXECUTE FUNCTION record_changed_registration();
