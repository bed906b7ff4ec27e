-- Trigger of customers: a merged record is no longer a customer, and the other takes the earlier registration
-- date.
-- A trigger, so that every path that changes either keeps the rollups right.
CREATE OR REPLACE FUNCTION note_moved_customer() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO figure_changes (merchant_id, day, new_customers)
  SELECT m.id, (moved.created_at AT TIME ZONE m.time_zone)::date, moved.customers
  FROM merchants m, (VALUES (OLD.created_at, OLD.merged_into_id, -1), (NEW.created_at, NEW.merged_into_id, 1))
    AS moved (created_at, merged_into_id, customers)
  WHERE m.id = NEW.merchant_id AND moved.merged_into_id IS NULL;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION note_moved_customer() FROM PUBLIC;

CREATE OR REPLACE TRIGGER note_moved_customer AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.created_at <> NEW.created_at OR OLD.merged_into_id IS DISTINCT FROM NEW.merged_into_id)
  EXECUTE FUNCTION note_moved_customer();
