-- The jobs of all deliveries that one statement makes, by one statement: a purchase makes up to one for each receiver.
CREATE FUNCTION enqueue_deliveries() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, max_attempts, priority)
    SELECT t.id, json_build_object('merchantId', d.merchant_id, 'deliveryId', d.id), d.next_try_at, 25,
      CASE WHEN d.bulk_sync_id IS NOT NULL THEN 10 ELSE 0 END
    FROM graphile_worker._private_tasks t, made d
    WHERE t.identifier = 'deliver' AND d.state = 'waiting';
    RETURN NULL;
  END
  $$;
REVOKE ALL ON FUNCTION enqueue_deliveries FROM PUBLIC;

-- Everybody who writes locks a customer first: in this order nobody waits for somebody who waits for this.
LOCK TABLE customers IN EXCLUSIVE MODE;
DROP TRIGGER enqueue_new ON deliveries;
CREATE TRIGGER enqueue_new AFTER INSERT ON deliveries REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_deliveries();
