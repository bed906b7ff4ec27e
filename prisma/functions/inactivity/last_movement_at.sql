-- Called by inactivity_erases_at and api/src/retention/inactive-customers.sql.ts: when a customer last
-- registered, bought, redeemed, was corrected, answered on offers or asked to be kept. An expiry is no
-- movement, and neither is a look at the page: it would end the notice before it is read.
-- In the database because the notice, the screens and the erasure must agree.
CREATE OR REPLACE FUNCTION last_movement_at(p_merchant_id uuid, p_customer_id uuid) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT greatest(c.created_at, c.last_purchase_at,
    (SELECT l.created_at FROM ledger_entries l
     WHERE l.merchant_id = p_merchant_id AND l.customer_id = p_customer_id
       AND l.kind NOT IN ('expiry', 'expiry_reversal')
     ORDER BY l.id DESC LIMIT 1),
    (SELECT max(r.created_at) FROM redemptions r
     WHERE r.merchant_id = p_merchant_id AND r.customer_id = p_customer_id),
    (SELECT max(a.created_at) FROM consents a
     WHERE a.merchant_id = p_merchant_id AND a.customer_id = p_customer_id),
    (SELECT n.kept_at FROM inactivity_notices n
     WHERE n.merchant_id = p_merchant_id AND n.customer_id = p_customer_id))
  FROM customers c WHERE c.merchant_id = p_merchant_id AND c.id = p_customer_id
$$;

REVOKE ALL ON FUNCTION last_movement_at(uuid, uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION last_movement_at(uuid, uuid) TO cashback_app, cashback_worker;
