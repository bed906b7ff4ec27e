-- Trigger of customer_merges: both records leave the rollups before their purchases are joined;
-- record_customer_after_merge enters what they are together.
-- A trigger, so that every path that merges keeps the rollups right.
CREATE OR REPLACE FUNCTION record_customers_before_merge() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM record_visits(-1, NEW.merchant_id, NEW.source_customer_id);
  PERFORM record_visits(-1, NEW.merchant_id, NEW.target_customer_id);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION record_customers_before_merge() FROM PUBLIC;

CREATE OR REPLACE TRIGGER record_customers_before_merge AFTER INSERT ON customer_merges FOR EACH ROW
  EXECUTE FUNCTION record_customers_before_merge();
