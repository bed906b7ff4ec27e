-- Trigger of deliveries: one job for each new delivery, by one statement for all. See enqueue_delivery. Most
-- confirmations make no delivery; they end before the queue's tables are opened.
-- A trigger, so that no path that makes a delivery can forget its job.
CREATE OR REPLACE FUNCTION enqueue_deliveries() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM made d WHERE d.state = 'waiting') THEN
    RETURN NULL;
  END IF;
  INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
  SELECT t.id, json_build_object('merchantId', d.merchant_id, 'deliveryId', d.id), d.next_attempt_at, 25,
    CASE WHEN d.bulk_sync_id IS NOT NULL THEN 10 ELSE 0 END
  FROM graphile_worker._private_tasks t, made d
  WHERE t.identifier = 'deliver' AND d.state = 'waiting';
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION enqueue_deliveries() FROM PUBLIC;

CREATE OR REPLACE TRIGGER enqueue_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_deliveries();
