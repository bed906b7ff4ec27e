-- Called by api/src/inactivity/inactivity-notices.sql.ts: when a customer is to be erased for want of
-- movement. Null without a notice, and once a movement or a longer period of the merchant has ended it; also
-- while a request about the data is open, and at a merchant that is not active, whose pages are closed.
-- In the database for the same reason as last_movement_at.
CREATE OR REPLACE FUNCTION inactivity_erases_at(p_merchant_id uuid, p_customer_id uuid) RETURNS timestamptz
LANGUAGE sql STABLE
AS $$
  SELECT n.erases_at
  FROM inactivity_notices n
  JOIN customers c ON c.merchant_id = n.merchant_id AND c.id = n.customer_id AND c.phone IS NOT NULL
  JOIN merchants m ON m.id = n.merchant_id
  CROSS JOIN LATERAL (SELECT last_movement_at(n.merchant_id, n.customer_id) AS moved_at OFFSET 0) last
  WHERE n.merchant_id = p_merchant_id AND n.customer_id = p_customer_id
    AND last.moved_at < n.noticed_at
    AND m.is_active
    AND NOT EXISTS (
      SELECT FROM data_requests d
      WHERE d.merchant_id = n.merchant_id AND d.customer_id = n.customer_id AND d.state = 'open'
    )
    AND last.moved_at + make_interval(months => m.inactivity_months) <= n.erases_at
$$;

REVOKE ALL ON FUNCTION inactivity_erases_at(uuid, uuid)
  FROM PUBLIC, cashback_app, cashback_worker, cashback_lookup_caller;
GRANT EXECUTE ON FUNCTION inactivity_erases_at(uuid, uuid) TO cashback_app, cashback_worker;
