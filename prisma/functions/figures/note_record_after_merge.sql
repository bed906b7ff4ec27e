-- Trigger of customers: enters the merged record into the rollups, see note_records_before_merge.
-- A trigger for the same reason.
CREATE OR REPLACE FUNCTION note_record_after_merge() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM note_visits(1, NEW.merchant_id, NEW.merged_into_id);
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION note_record_after_merge() FROM PUBLIC;

CREATE OR REPLACE TRIGGER note_record_after_merge AFTER UPDATE ON customers FOR EACH ROW
  WHEN (OLD.merged_into_id IS NULL AND NEW.merged_into_id IS NOT NULL)
  EXECUTE FUNCTION note_record_after_merge();
