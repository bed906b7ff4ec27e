-- Called by erase_traces, and by sweep_traces at its end for rows whose writer did not wait for the erasure:
-- deletes what is of use only while these customers exist. A table of that kind belongs into this list.
-- In the database for the same reason as erase_traces.
CREATE OR REPLACE FUNCTION delete_traces(p_merchant_id uuid, p_customer_ids uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp
AS $$
  -- The network and the device from which the customer confirmed.
  DELETE FROM confirmation_traces WHERE merchant_id = p_merchant_id AND source_id IN (
    SELECT id FROM transactions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids)
    UNION ALL
    SELECT id FROM redemptions WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids));
  -- Answers on consent hold an address and a browser; devices, codes and PINs prove nothing any more.
  DELETE FROM consents WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_devices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_codes WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM customer_pins WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM inactivity_notices WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  DELETE FROM redemption_holds WHERE merchant_id = p_merchant_id AND customer_id = ANY (p_customer_ids);
  -- Also those of a phone that was no customer's yet, or is none's again since a merge; in both spellings.
  WITH theirs AS (
    SELECT phone FROM customers WHERE merchant_id = p_merchant_id AND id = ANY (p_customer_ids)
  ), former AS (
    SELECT source_phone AS phone FROM customer_merges
    WHERE merchant_id = p_merchant_id AND source_customer_id = ANY (p_customer_ids)
  )
  DELETE FROM approvals WHERE merchant_id = p_merchant_id AND (customer_id = ANY (p_customer_ids) OR phone IN (
    SELECT phone FROM theirs
    UNION ALL
    SELECT s.phone FROM (
      SELECT phone FROM former UNION ALL SELECT other_spelling(phone) FROM former
      UNION ALL SELECT other_spelling(phone) FROM theirs) s
    WHERE NOT EXISTS (SELECT FROM customers c WHERE c.merchant_id = p_merchant_id AND c.phone = s.phone)));
$$;

REVOKE ALL ON FUNCTION delete_traces(uuid, uuid[])
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION delete_traces(uuid, uuid[]) TO cashback_eraser;
