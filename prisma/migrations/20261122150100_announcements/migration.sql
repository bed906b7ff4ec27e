-- What each event causes: a delivery and its job for each receiver that wants it, in the transaction that causes the event.
-- Triggers, because every path and every release announces the same. They run with the rights and as the tenant of whoever
-- makes the change; for a merchant without receivers they cost two looks into an index.

-- Every delivery that waits has a job at its time, whoever makes it or puts it off. Not by graphile_worker.add_job: its NOTIFY
-- makes all transactions that announce commit one after the other, and it took five times as long; the workers look for these
-- jobs themselves. The task is registered whenever the queue's schema is installed. New events come before those that were
-- put off, and what a bulk sync makes comes after everything that somebody waits for.
CREATE FUNCTION enqueue_delivery() RETURNS trigger
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

-- p_action is what an integration calls it, p_event what a webhook does; null where one of the two does not know it.
-- The first hundred of a transaction are due at once, those after them twenty a second: an import announces thousands.
CREATE FUNCTION announce(p_merchant_id uuid, p_action text, p_event text, p_subject_id uuid, p_customer_id uuid, p_at timestamptz)
  RETURNS void
  LANGUAGE plpgsql
  AS $$
  DECLARE
    made integer;
    announced integer;
  BEGIN
    INSERT INTO deliveries (merchant_id, id, integration_config_id, webhook_endpoint_id, event, subject_id, customer_id,
      next_try_at, occurred_at)
    SELECT p_merchant_id, gen_random_uuid(), receiver.integration_config_id, receiver.webhook_endpoint_id, receiver.event,
      p_subject_id, p_customer_id,
      clock_timestamp() + greatest(0, coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) - 100)
        * interval '50 milliseconds',
      p_at
    FROM (
      SELECT i.id AS integration_config_id, NULL::uuid AS webhook_endpoint_id, p_action AS event
      FROM integration_configs i
      WHERE p_action IS NOT NULL AND i.merchant_id = p_merchant_id AND i.is_active
        AND CASE p_action WHEN 'signup' THEN i.sync_on_signup WHEN 'purchase' THEN i.sync_on_purchase
          WHEN 'redemption' THEN i.sync_on_redemption ELSE false END
      UNION ALL
      SELECT NULL, w.id, p_event FROM webhook_endpoints w
      WHERE p_event IS NOT NULL AND w.merchant_id = p_merchant_id AND w.is_active AND p_event = ANY (w.events)
    ) receiver;
    GET DIAGNOSTICS made = ROW_COUNT;
    IF made > 0 THEN
      announced := coalesce(nullif(current_setting('app.announced', true), '')::integer, 0) + made;
      PERFORM set_config('app.announced', announced::text, true);
    END IF;
  END
  $$;

CREATE FUNCTION announce_sale() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM announce(NEW.merchant_id, NULL, 'cashback.issued', NEW.id, NEW.customer_id, NEW.created_at);
    ELSE
      PERFORM announce(NEW.merchant_id, 'purchase', 'cashback.confirmed', NEW.id, NEW.customer_id, NEW.qr_scanned_at);
    END IF;
    RETURN NULL;
  END
  $$;

CREATE FUNCTION announce_redemption() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM announce(NEW.merchant_id, NULL, 'redemption.created', NEW.id, NEW.customer_id, NEW.created_at);
    ELSE
      PERFORM announce(NEW.merchant_id, 'redemption', 'redemption.confirmed', NEW.id, NEW.customer_id, now());
    END IF;
    RETURN NULL;
  END
  $$;

CREATE FUNCTION announce_reversal() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM announce(NEW.merchant_id, NULL,
      CASE TG_TABLE_NAME WHEN 'purchase_reversals' THEN 'purchase.reversed' ELSE 'redemption.reversed' END,
      NEW.id, NEW.customer_id, NEW.created_at);
    RETURN NULL;
  END
  $$;

-- Who signed up through the merchant's link is announced to the integrations by the sign-up itself.
CREATE FUNCTION announce_customer() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM announce(NEW.merchant_id, NULL, 'customer.created', NEW.id, NEW.id, NEW.created_at);
    RETURN NULL;
  END
  $$;

-- Everybody who writes locks a customer first: in this order nobody waits for somebody who waits for this.
LOCK TABLE customers IN EXCLUSIVE MODE;
CREATE TRIGGER announce_customer AFTER INSERT ON customers FOR EACH ROW
  WHEN (NEW.merged_into_id IS NULL) EXECUTE FUNCTION announce_customer();
CREATE TRIGGER announce_issued AFTER INSERT ON transactions FOR EACH ROW EXECUTE FUNCTION announce_sale();
CREATE TRIGGER announce_confirmed AFTER UPDATE OF qr_scanned ON transactions FOR EACH ROW
  WHEN (NEW.qr_scanned AND NOT OLD.qr_scanned) EXECUTE FUNCTION announce_sale();
CREATE TRIGGER announce_created AFTER INSERT ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'pending') EXECUTE FUNCTION announce_redemption();
CREATE TRIGGER announce_confirmed AFTER UPDATE OF status ON redemptions FOR EACH ROW
  WHEN (NEW.status = 'completed' AND OLD.status = 'pending') EXECUTE FUNCTION announce_redemption();
CREATE TRIGGER announce_reversal AFTER INSERT ON purchase_reversals FOR EACH ROW EXECUTE FUNCTION announce_reversal();
CREATE TRIGGER announce_reversal AFTER INSERT ON redemption_reversals FOR EACH ROW EXECUTE FUNCTION announce_reversal();
CREATE TRIGGER enqueue_new AFTER INSERT ON deliveries FOR EACH ROW
  WHEN (NEW.state = 'waiting') EXECUTE FUNCTION enqueue_delivery();
CREATE TRIGGER enqueue_put_off AFTER UPDATE OF next_try_at ON deliveries FOR EACH ROW
  WHEN (NEW.state = 'waiting' AND NEW.next_try_at IS DISTINCT FROM OLD.next_try_at) EXECUTE FUNCTION enqueue_delivery();

REVOKE ALL ON FUNCTION enqueue_delivery, announce, announce_sale, announce_redemption, announce_reversal, announce_customer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION announce TO cashback_app;
