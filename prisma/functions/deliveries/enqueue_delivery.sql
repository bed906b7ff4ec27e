-- Trigger of deliveries: a delivery that is put off gets a job at its next time. Not by
-- graphile_worker.add_job, whose NOTIFY makes all transactions commit one after the other; workers poll for
-- these jobs. api/src/jobs/install-job-queue.ts registers the task. Deliveries that were put off come after
-- new ones, those of
-- a bulk sync after everything else.
-- A trigger, so that no path that puts a delivery off can forget its job.
CREATE OR REPLACE FUNCTION enqueue_delivery() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
  SELECT t.id, json_build_object('merchantId', NEW.merchant_id, 'deliveryId', NEW.id), NEW.next_try_at, 25,
    CASE WHEN NEW.bulk_sync_id IS NOT NULL THEN 10 WHEN TG_OP = 'UPDATE' THEN 5 ELSE 0 END
  FROM graphile_worker._private_tasks t WHERE t.identifier = 'deliver';
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION enqueue_delivery() FROM PUBLIC;

CREATE OR REPLACE TRIGGER enqueue_put_off AFTER UPDATE OF next_try_at ON deliveries FOR EACH ROW
  WHEN (NEW.state = 'waiting' AND NEW.next_try_at IS DISTINCT FROM OLD.next_try_at)
  EXECUTE FUNCTION enqueue_delivery();
