-- Called by the announce_… triggers and api/src/customers/customers.sql.ts: a delivery for each integration
-- and webhook that wants the event. p_action is the integrations' name of the event, p_event the webhooks';
-- null if they have none. The first hundred of a transaction are due at once, the rest at twenty a second,
-- because an import announces thousands.
-- In the database because the triggers need it. Without receivers it costs two probes of an index.
CREATE OR REPLACE FUNCTION announce(p_merchant_id uuid, p_action text, p_event text, p_subject_id uuid,
  p_customer_id uuid, p_at timestamptz)
  RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  made integer;
  announced integer;
BEGIN
  INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id,
    customer_id, next_attempt_at, occurred_at)
  SELECT p_merchant_id, gen_random_uuid(), receiver.integration_config_id, receiver.webhook_endpoint_id,
    receiver.event, p_subject_id, p_customer_id,
    clock_timestamp()
      + greatest(0, coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) - 100)
      * interval '50 milliseconds',
    p_at
  FROM receivers_of(p_merchant_id, p_action, p_event) receiver;
  GET DIAGNOSTICS made = ROW_COUNT;
  IF made > 0 THEN
    announced := coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) + made;
    PERFORM set_config('app.announced', announced::text, true);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller, cashback_confirmer;
GRANT EXECUTE ON FUNCTION announce(uuid, text, text, uuid, uuid, timestamptz)
  TO cashback_app, cashback_worker, cashback_confirmer;
