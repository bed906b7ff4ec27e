-- Trigger of deliveries: a delivery that is retried or deferred gets a job for its next attempt. Not by
-- graphile_worker.add_job, whose NOTIFY makes all transactions commit one after the other; workers poll for
-- these jobs. packages/database/src/install-job-queue.ts registers the task. New deliveries come first, then
-- later attempts, then those of a bulk sync. A trigger, so that no path that sets the next attempt can forget
-- its job.
CREATE OR REPLACE FUNCTION enqueue_delivery() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
  SELECT t.id, json_build_object('merchantId', NEW.merchant_id, 'deliveryId', NEW.id), NEW.next_attempt_at, 25,
    CASE WHEN NEW.bulk_sync_id IS NOT NULL THEN 10 WHEN TG_OP = 'UPDATE' THEN 5 ELSE 0 END
  FROM graphile_worker._private_tasks t WHERE t.identifier = 'deliver';
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION enqueue_delivery() FROM PUBLIC;

CREATE OR REPLACE TRIGGER enqueue_next AFTER UPDATE OF next_attempt_at ON deliveries FOR EACH ROW
  WHEN (NEW.state = 'waiting' AND NEW.next_attempt_at IS DISTINCT FROM OLD.next_attempt_at)
  EXECUTE FUNCTION enqueue_delivery();
