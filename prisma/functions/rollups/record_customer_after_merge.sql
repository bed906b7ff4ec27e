-- Trigger of customers: enters the merged record into the rollups, see record_customers_before_merge.
-- A trigger for the same reason.
CREATE OR REPLACE FUNCTION record_customer_after_merge() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM record_visits(1, NEW.merchant_id, NEW.merged_into_id);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_customer_after_merge() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_customer_after_merge AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.merged_into_id IS NULL AND NEW.merged_into_id IS NOT NULL)
  EXECUTE FUNCTION record_customer_after_merge();
