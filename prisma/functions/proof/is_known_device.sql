-- Called by confirm_redemption, remember_devices and api/src/proof/proof.sql.ts: whether one of the devices
-- proves to be this customer's. One that more than five customers confirmed with stands at a counter, and
-- proves no customer.
-- In the database because confirm_redemption decides by it under the customer's lock.
CREATE OR REPLACE FUNCTION is_known_device(p_merchant_id uuid, p_customer_id uuid, p_device_ids uuid[],
  p_moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT FROM customer_devices d
    WHERE d.merchant_id = p_merchant_id AND d.id = ANY (p_device_ids) AND d.customer_id = p_customer_id
      -- A subtraction, so that a plan made for an empty table does not read the whole index on expires_at.
      AND d.expires_at - p_moment > interval '0'
      AND (SELECT count(*) FROM customer_devices o WHERE o.merchant_id = d.merchant_id AND o.id = d.id) <= 5
  )
$$;

REVOKE ALL ON FUNCTION is_known_device(uuid, uuid, uuid[], timestamptz)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION is_known_device(uuid, uuid, uuid[], timestamptz) TO cashback_app, cashback_confirmer;
